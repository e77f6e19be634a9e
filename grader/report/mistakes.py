"""What is said on the lines of the student's file.

The first mistakes have the form of compilers: the line, what in it is wrong, what was seen, and why. Then all findings
follow, numbered and linked, and annotations for other tools.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from grader.report.add_sentences import Marked, Mistake, first_mistake, of_finding, of_one_case, seen_from, title_of
from grader.report.causes import beside, mistake_shown, must_words, places_of, wrong_words
from grader.report.format import clipped, count, dim3, plural, visible
from grader.results import Cause, EditedLine, Finding, Kind, Related, Results, Severity, Status
from grader.results.kinds import KINDS, FoundBy
from grader.results.replay.product import PRODUCT
from grader.words import words
from grader.words.tables import Topic, edit_kinds, finding_words, topics

MOST = 2
_OF_AN_ARRAY = (Kind.UNINITIALIZED_READ, Kind.OUT_OF_BOUNDS)
"""What is wrong with an array is seen wherever it is used."""
TAB = 4
LONGEST_LINE = 400
"""Characters of a line that are shown."""


def mistakes_of(results: Results) -> tuple[Mistake, ...]:
    """The first mistake, and the second where two are known; without any, what is worth knowing."""
    section = next((section for section in results.sections if section.fix_first), results)
    source = results.submission.lines
    found = list(_errors(section, source))
    for other in results.sections:
        if other is not section and other.fix_first:  # the first mistake of a part, where it is on another line
            found += [each for each in list(_errors(other, source))[:1] if each.line != _first(section).line]
    if not found:
        others = (finding for finding in section.findings if finding.severity is not Severity.ERROR)
        found = [_of_finding(finding, source) for finding in others]
    return tuple(found[:MOST])


def mistakes_of_findings(results: Results) -> tuple[Mistake, ...]:
    """Every finding in this form, in order, of which the first two are not more than the others.

    Where the cause is known it comes first, with the finding that shows it.
    """
    made = list(mistakes_of(results)[:1]) if results.cause else []
    shown = made[0].finding if made else None
    for finding in (each for each in results.findings if each is not shown):
        repeats = f"{count(finding.count)} times" if finding.count > 1 else ""
        places = f"in {plural(len(finding.cases), 'case')}" if len(finding.cases) > 1 else ""
        seen = " ".join(part for part in ("Seen", repeats, places) if part)
        effect = f"{seen}." if repeats or places else ""
        made.append(replace(_of_finding(finding, results.submission.lines), effect=effect))
    return tuple(made)


def _errors(results: Results, source: list[str]) -> Iterator[Mistake]:
    if not results.fix_first:
        return
    errors = [finding for finding in results.findings if finding.severity is Severity.ERROR]
    told = _first(results)
    cause = told.cause if isinstance(told.cause, Cause) else None
    first = replace(_placed(told, source), effect=_effect(results, cause, errors))
    second = cause.second if cause is not None else None
    unseen = cause is not None and second is not None and second.line != cause.line and told.finding is None
    yield replace(first, title=words("mistakes")["first"]()) if unseen else first
    left = results.cause.remains if results.cause is not None else None
    of = told.finding
    if left is not None and (of is None or (left.kind, left.line) != (of.kind, of.line)):
        yield _left(of_one_case(left, results.words), first.line, source)
    elif cause is None:
        for finding in errors[1:]:
            # a mistake of its own: on another line, with something else to be said; of wrong numbers, which the first
            # one may have led to, where nothing else was seen
            first_one = errors[0]
            same_kind, same_array = finding.kind is first_one.kind, finding.array == first_one.array
            known = {0, first_one.line}
            known |= {first_one.other.line} if first_one.other and (same_kind or same_array) else set()
            told_alike = finding.hint == first_one.hint or (finding.kind in _OF_AN_ARRAY and same_array)
            compared = KINDS[finding.kind].source is FoundBy.COMPARISON
            # (an element that is not set may keep an older value, and then shows in wrong numbers alone)
            alone = first_one.kind is not Kind.UNINITIALIZED_READ and not {*finding.cases} & {*first_one.cases}
            apart = first_one.cases and finding.line and alone
            if finding.line in known or (compared and not apart) or (same_kind and told_alike):
                continue
            shown = _of_finding(finding, source)
            if compared:
                one = of_one_case(finding, results.words)
                shown = replace(shown, seen=words("mistakes")["apart"](seen=one.message))
            yield shown
    elif second is not None and (second.line != cause.line or beside(cause) is None):
        seen = next((each for each in errors if mistake_shown(cause, each) is second), None)
        message = seen_from(second.line, of_one_case(seen, results.words)) if seen else ""
        why, rule = wrong_words(second), must_words(second)
        other = _placed(Mistake(line=second.line, seen=message, why=why, rule=rule, cause=second, finding=seen), source)
        yield other if seen and other.title != first.title else replace(other, title=words("mistakes")["second"]())


def _first(results: Results) -> Mistake:
    """What the first sentence tells, in its parts where it is made of these facts; else the sentence alone."""
    line = re.match(r"Line (\d+): ", results.fix_first)
    number, text = (int(line[1]), results.fix_first[line.end() :]) if line else (0, results.fix_first)
    told = first_mistake(results, results.findings)
    if told is None or told.brief == results.fix_first:
        return told or Mistake(line=number, why=text)
    return Mistake(line=number, why=text, finding=told.finding, cause=told.cause if told.line == number else None)


def _of_finding(finding: Finding, source: list[str]) -> Mistake:
    made = _placed(of_finding(finding, finding.line, finding.message), source)
    return replace(made, effect=_effect(None, None, [finding]))


def _left(finding: Finding, first: int, source: Sequence[str]) -> Mistake:
    """A finding that is left once the first line is mended."""
    say = words("mistakes")
    seen = say["left"](first=first, seen=seen_from(finding.line, finding))
    made = _placed(of_finding(finding, finding.line, seen), source)
    return replace(made, title=say["left_title"](title=made.title))


def _placed(mistake: Mistake, source: Sequence[str]) -> Mistake:
    """The mistake with its title, its line as a terminal shows it, and where its marks are then."""
    line, finding = mistake.line, mistake.finding
    marked = _marks(source, line, mistake.cause, finding)
    text = source[line - 1][:LONGEST_LINE] if 0 < line <= len(source) else ""
    start, end = (len(visible(text[:place].expandtabs(TAB))) for place in marked)
    title = title_of(finding) if finding else words("mistakes")["hidden"]()
    return replace(
        mistake,
        title=title if title[1:2].isupper() else title[:1].lower() + title[1:],
        column=marked[0] + 1 if text.strip() else 0,
        code=visible(text.expandtabs(TAB)).rstrip(),
        marked=(start, end),
        related=tuple(_placed(each, source) for each in mistake.related),
    )


def _effect(results: Results | None, cause: Cause | None, errors: Sequence[Finding]) -> str:
    """How many cases the mended line makes wrong, or how many showed the first finding."""
    say = words("mistakes")["effect"]
    mended = cause.cases_mended if cause is not None else 0
    wrong = sum(case.status is Status.FAILED for case in results.cases) if results else 0
    passed = [case.name for case in results.cases if case.status is Status.PASSED] if results else []
    if cause is not None and 0 < mended <= wrong:
        several = cause.second is not None and cause.second.line != cause.line
        alike = cause.second is None and bool(cause.twin)
        return say(cases=mended, one_case=mended == 1, two_lines=several, both_lines=alike)
    shown = mended or (len(errors[0].cases) if errors else 0)
    partly = cause is not None and bool(cause.kind) and not cause.proved and not cause.compiles
    seen = frozenset(errors[0].cases) if errors else frozenset()
    others = len(results.cases) - len(passed) if results else mended
    right = max(0, mended - others) if mended else sum(name in seen for name in passed)
    both = cause is not None and cause.second is not None and bool(mended)
    return say(shown=shown, one_shown=shown == 1, both_shown=both, right=right, all_right=right == shown, partly=partly)


# --- which characters


def _marks(source: Sequence[str], line: int, edited: EditedLine | None, finding: Finding | None) -> Marked:
    """What stands there that must change, the access, or where the compiler points; else the statement."""
    if not 0 < line <= len(source):
        return (0, 0)
    text = source[line - 1]
    waits = edited is not None and edited.kind in edit_kinds() and edit_kinds()[edited.kind].waits
    found = _of_edit(text, edited) if edited is not None and edited.line == line and not waits else None
    if found is not None and isinstance(edited, Cause) and (second := beside(edited)) is not None:
        other = _of_edit(text, second) or found
        found = min(found[0], other[0]), max(found[1], other[1])
    if found is None and finding is not None:
        found = _of_access(text, line, finding)
        # the word at the compiler's column, or where a text was read; another's is only where its statement begins
        exact = KINDS[finding.kind].source in (FoundBy.COMPILER, FoundBy.TEXT) and finding.line == line
        if found is None and exact and 0 < finding.column <= len(text):
            start = finding.column - 1
            word = re.match(r"\w+|\S", text[start:])
            found = (start, start + word.end()) if word else None
    code = re.sub(r"\s*//.*$", "", text).rstrip() or text.rstrip()  # without a remark behind it
    return found or (len(code) - len(code.lstrip()), len(code))


def _of_edit(text: str, edited: EditedLine) -> Marked | None:
    """What stands before the change, inside its context; the whole context of what changes places in it."""
    contexts = places_of(edited.context, text)
    if len(contexts) == 1 and edited.kind.endswith("exchanged") and not edited.kind.startswith("indices"):
        return contexts[0]
    begin, end = contexts[0] if contexts else (0, len(text))
    inside = [(begin + first, begin + last) for first, last in places_of(edited.before, text[begin:end])]
    return inside[0] if len(inside) == 1 else contexts[0] if len(contexts) == 1 else None


def _of_access(text: str, line: int, finding: Finding) -> Marked | None:
    """The access of the finding's array: one left of an assignment is written, others are read."""
    side = finding if line == finding.line else finding.other
    if not finding.array or side is None or line != side.line:
        return None
    names = re.finditer(rf"(?<!\w){re.escape(finding.array)}(?=\s*\[)", text)
    places = []
    for match in names:
        start, end = match.span()
        depth = 0
        for place in range(end, len(text)):  # and the brackets behind the name
            char = text[place]
            depth += (char == "[") - (char == "]")
            if depth == 0 and char == "]":
                end = place + 1
            elif depth == 0 and not char.isspace():
                break
        places.append((start, end))
    written = [place for place in places if re.match(r"\s*([-+*/%&|^]?=(?!=)|\+\+|--)", text[place[1] :])]
    if side.access == "write":
        places = written or places
    elif side.access == "read":
        places = [place for place in places if place not in written]
    return places[0] if len(places) == 1 else None


# -- all findings ------------------------------------------------------------------------------------------------------

CASES_SHOWN = 4

_SEVERITY_WORDS = {Severity.ERROR: "costs points", Severity.WARNING: "worth knowing", Severity.GRADER: "not your fault"}
_WITHOUT_POINTS = {**_SEVERITY_WORDS, Severity.ERROR: "a fault"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingView:
    """One finding: `number` counts from 1, `line` is 0 when it belongs to no line that is shown.

    `also` are the messages of findings told together with it, `other_lines` every further line that it is about, and
    `related` those of which is known what happens there; one in another file is told by its name.
    """

    number: int
    title: str
    severity: str
    severity_words: str
    line: int
    other_line: int
    other_lines: tuple[int, ...]
    related: tuple[Related, ...]
    message: str
    also: tuple[str, ...]
    hint: str
    same_hint_as: int
    where: str
    repeats: str
    cases: tuple[tuple[str, str], ...]
    more_cases: str
    topic: Topic | None


def finding_views(results: Results, shown_lines: int, case_anchors: Mapping[str, str]) -> tuple[FindingView, ...]:
    """Every finding, the costly ones first, else in the order given."""
    order = {Severity.ERROR: 0, Severity.GRADER: 1, Severity.WARNING: 2}
    severity_words = _SEVERITY_WORDS if results.check is None else _WITHOUT_POINTS
    ideas = topics() if results.words.lab == PRODUCT else {}  # the paragraphs are those of the product's lesson
    hinted: dict[str | None, int] = {}
    views = []
    groups: list[list[Finding]] = []
    for finding in sorted(results.findings, key=lambda each: order[each.severity]):
        # Races that one change mends are told together: the same hint, and a line that they have in common. One missing
        # barrier races on both tiles, and on each as write after read and as read after write.
        mended = (finding.kind, finding.severity, finding.hint)
        alike = (
            group
            for group in groups
            if (group[0].kind, group[0].severity, group[0].hint) == mended and _lines(group[0]) & _lines(finding)
        )
        known = next(alike, None) if finding.kind is Kind.DATA_RACE else None
        if known is None:
            groups.append([finding])
        else:
            known.append(finding)
    for number, group in enumerate(groups, 1):
        finding, *others = group
        where = ""  # both parties of a race, or the one thread; nothing of a finding that is about no thread
        if finding.thread is not None:
            block = f" of block {dim3(finding.block)}" if finding.block is not None else ""
            second = f" and thread {dim3(finding.other.thread)}" if finding.other else ""
            if finding.other and finding.block is not None and finding.other.block != finding.block:
                block, second = "", f"{block}{second} of block {dim3(finding.other.block)}"
            where = f"thread {dim3(finding.thread)}{second}{block}"
        names = finding.cases or ((finding.case,) if finding.case else ())
        shown = {line for one in group for line in _lines(one) if 0 < line <= shown_lines}
        other = finding.other.line if finding.other else 0
        same_hint_as = hinted.setdefault(finding.hint, number)
        ways = ("The other way round" if each.array == finding.array else "Likewise" for each in others)
        views.append(
            FindingView(
                number=number,
                title=title_of(finding),
                severity=finding.severity.value,
                severity_words=severity_words[finding.severity],
                line=finding.line if finding.line in shown else 0,
                other_line=other if other in shown and other != finding.line else 0,
                other_lines=tuple(sorted(shown - {finding.line})),
                related=finding.related,
                message=clipped(finding.message),
                also=tuple(f"{way}: {clipped(each.message)}" for way, each in zip(ways, others, strict=True)),
                hint=clipped(finding.hint or ""),
                same_hint_as=same_hint_as if same_hint_as != number else 0,
                where=where,
                repeats=f"{plural(finding.count, finding_words()[finding.kind.value].counts)} in all"
                if finding.count > 1
                else "",
                cases=tuple((name, case_anchors.get(name, "")) for name in names[:CASES_SHOWN]),
                more_cases=f"and {count(len(names) - CASES_SHOWN)} more" if len(names) > CASES_SHOWN else "",
                topic=ideas.get(finding.topic or "", ideas.get(KINDS[finding.kind].topic or "")),
            )
        )
    return tuple(views)


def _lines(finding: Finding) -> set[int]:
    """The source lines of both accesses of a race, or the one line, and those that have part in it."""
    other = {finding.other.line} if finding.other else set()
    return {finding.line, *other, *(each.line for each in finding.related if not each.file)}


def place(finding: Finding) -> str:
    """Where it happened: `line 41, block (0,0,0), thread (3,0,0)`, as far as known."""
    parts = [f"line {finding.line}"] if finding.line else []
    if finding.block is not None:
        parts.append("block ({},{},{})".format(*finding.block))
    if finding.thread is not None:
        parts.append("thread ({},{},{})".format(*finding.thread))
    return ", ".join(parts)


def related_words(finding: Finding) -> list[str]:
    """What happens on further lines: `line 53: 140 bytes, room for 35 elements`."""
    return [f"{f'{each.file}, ' if each.file else ''}line {each.line}: {each.label}" for each in finding.related]


def describe(finding: Finding) -> str:
    """The finding in a few lines: kind and message, place and count, further lines, hint."""
    lines = [f"{finding.kind.value}: {finding.message}"]
    repeats = f"{finding.count:,} times" if finding.count > 1 else ""
    cases = f"in {len(finding.cases)} cases" if len(finding.cases) > 1 else ""
    where = [text for text in (place(finding), ", ".join(filter(None, (repeats, cases)))) if text]
    if where:
        lines.append(f"  at {'; '.join(where)}")
    lines += [f"  {words}" for words in related_words(finding)]
    if finding.hint:
        lines.append(f"  help: {finding.hint}")
    return "\n".join(lines)


COMPILER = "compiler"
GRADERS_FAULT = "the grader's own fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One message on a line. `line` and `column` count from 1, 0 where unknown; `title` is the kind, or who says it.

    `others` are lines that have part in it, each with what happens there: a race has two.
    """

    severity: Literal["error", "warning"]
    title: str
    message: str
    line: int = 0
    column: int = 0
    where: str = ""
    hint: str = ""
    others: tuple[tuple[int, str], ...] = ()

    @property
    def text(self) -> str:
        """All that is said, in up to three lines: the message, the thread that it is about, and what helps."""
        help_ = f"Help: {self.hint}" if self.hint else ""
        return "\n".join(line for line in (self.message, self.where, help_) if line)


def annotations_of(results: Results, mistakes: Sequence[Mistake] = ()) -> tuple[Annotation, ...]:
    """Errors before warnings, what the compiler says before what runs have shown; nothing twice.

    Of the `mistakes`, the lines that must change, what is wrong there is said too.
    """
    said = (
        Annotation(
            severity="error" if each.severity == "error" else "warning",
            title=COMPILER,
            message=each.message,
            line=each.line,
            column=each.column,
            hint=each.hint or "",
        )
        for each in results.compile.diagnostics
        if each.severity in ("error", "warning")
    )
    found = list(dict.fromkeys([*said, *_of_findings(results)]))
    for mistake in mistakes:
        found = _with_mistake(found, mistake)
    return tuple(sorted(found, key=lambda mark: mark.severity != "error"))


def _with_mistake(found: list[Annotation], mistake: Mistake) -> list[Annotation]:
    """With the finding's annotation on the line that must change, and on the characters that are wrong there."""
    finding = mistake.finding
    if finding is None or not mistake.line or KINDS[finding.kind].source is FoundBy.COMPILER:
        return found
    at = finding.line
    place = next((n for n, each in enumerate(found) if (each.title, each.line) == (finding.kind.value, at)), -1)
    if place < 0:
        return found
    told = replace(found[place], column=mistake.column or found[place].column, hint=mistake.reason or found[place].hint)
    if at != mistake.line:
        here = (at, f"{title_of(finding)}: it was seen here") if at else None
        others = tuple(other for other in (here, *told.others) if other and other[0] != mistake.line)
        told = replace(told, message=mistake.seen or told.message, line=mistake.line, others=others)
    return [*found[:place], told, *found[place + 1 :]]


def file_in_workspace(path: str) -> str:
    """The file by its path in the repository, as tools that show a repository's files look for it.

    That is relative to GitHub's workspace where there is one, else to the working directory; a file elsewhere keeps
    its whole path.
    """
    absolute = Path(path).absolute()
    for folder in (os.environ.get("GITHUB_WORKSPACE"), Path.cwd()):
        if folder and absolute.is_relative_to(folder):
            return absolute.relative_to(folder).as_posix()
    return Path(path).as_posix()


def _of_findings(results: Results) -> Iterator[Annotation]:
    """A compile error is a diagnostic and a finding; one mark on its line is enough."""
    told = {each.line for each in results.compile.diagnostics if each.severity == "error"}
    for finding in results.findings:
        error = finding.severity is Severity.ERROR
        if not (error and finding.line in told):
            there, title = list[tuple[int, str]](), title_of(finding)
            if (other := finding.other) and other.line:
                there.append((other.line, f"{title}: the other access ({other.access}) is here"))
            there += [(each.line, each.label) for each in finding.related if not each.file]
            yield Annotation(
                severity="error" if error else "warning",
                title=GRADERS_FAULT if finding.severity is Severity.GRADER else finding.kind.value,
                message=finding.message,
                line=finding.line,
                column=finding.column,
                where="; ".join(filter(None, (place(finding), *related_words(finding)))),
                hint=finding.hint or "",
                others=tuple(there),
            )
