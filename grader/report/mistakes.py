"""The first mistakes in the form of compilers: the student's line, what in it is wrong, what was seen, and why."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.report.add_sentences import Told, first_told, of_one_case, seen_from
from grader.report.causes import beside, mistake_shown, must_words, places_of, wrong_words
from grader.report.format import count, plural, visible
from grader.results import Cause, EditedLine, Finding, Kind, Results, Severity, Status
from grader.results.kinds import KINDS, FoundBy
from grader.words import words
from grader.words.tables import edit_kinds, finding_words

MOST = 2
_OF_AN_ARRAY = (Kind.UNINITIALIZED_READ, Kind.OUT_OF_BOUNDS)
"""What is wrong with an array is seen wherever it is used."""
TAB = 4
LONGEST_LINE = 400
"""Characters of a line that are shown."""

Marked = tuple[int, int]
"""The first character of a line that is marked, from 0, and the one behind the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One mistake; `line` is 0 where it belongs to none. `at` is the line of the finding that shows it, of its `kind`.

    `code` is the line as it is shown, with the characters from `marked[0]` to `marked[1]` underlined; `column` is
    where these begin in the file, from 1. `rule` is what must hold there; `effect` tells how many cases it makes wrong.
    """

    severity: Severity
    kind: Kind | None
    title: str
    at: int = 0
    line: int = 0
    column: int = 0
    code: str = ""
    marked: Marked = (0, 0)
    seen: str = ""
    why: str = ""
    rule: str = ""
    effect: str = ""

    @property
    def reason(self) -> str:
        """Why it is wrong, and what must hold."""
        return f"{self.why} {self.rule}".strip()

    @property
    def text(self) -> str:
        """All in one paragraph, with the line."""
        return " ".join(part for part in (f"Line {self.line}:" if self.line else "", self.seen, self.reason) if part)


def mistakes_of(results: Results) -> tuple[Mistake, ...]:
    """The first mistake, and the second where two are known; without any, what is worth knowing."""
    section = next((section for section in results.sections if section.fix_first), results)
    source = results.submission.source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found = [*_errors(section, source), *_of_other_parts(results, section, source)] or [
        _of_finding(finding, source) for finding in section.findings if finding.severity is not Severity.ERROR
    ]
    return tuple(found[:MOST])


def mistakes_of_findings(results: Results) -> tuple[Mistake, ...]:
    """Every finding in this form, in order, of which the first two are not more than the others."""
    source = results.submission.source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return tuple(replace(_of_finding(each, source), effect=_repeats(each)) for each in results.findings)


def _repeats(finding: Finding) -> str:
    """How often it was seen."""
    repeats = f"{count(finding.count)} times" if finding.count > 1 else ""
    places = f"in {plural(len(finding.cases), 'case')}" if len(finding.cases) > 1 else ""
    return f"Seen {repeats} {places}".rstrip().replace("  ", " ") + "." if repeats or places else ""


def fix_first_of(results: Results) -> str:
    """The first mistake in one paragraph with its line; empty where nothing is to be fixed."""
    return mistakes_of(results)[0].text if results.fix_first else ""


def _errors(results: Results, source: list[str]) -> Iterator[Mistake]:
    if not results.fix_first:
        return
    errors = [finding for finding in results.findings if finding.severity is Severity.ERROR]
    told = _told(results)
    cause, finding = told.cause, told.finding
    first = _mistake(source, told.line, cause, finding, seen=told.seen, why=told.why, rule=told.rule)
    first = replace(first, effect=_effect(results, cause, errors))
    second = cause.second if cause is not None else None
    unseen = cause is not None and second is not None and second.line != cause.line and finding is None
    yield replace(first, title=words("mistakes")["first"]()) if unseen else first
    if cause is None:
        yield from (_of_finding(each, source) for each in errors[1:] if _is_another(errors[0], each))
    elif second is not None and second.line != cause.line:
        seen = next((each for each in errors if mistake_shown(cause, each) is second), None)
        message = seen_from(second.line, of_one_case(seen, results.words)) if seen else ""
        other = _mistake(
            source, second.line, second, seen, seen=message, why=wrong_words(second), rule=must_words(second)
        )
        yield other if seen and other.title != first.title else replace(other, title=words("mistakes")["second"]())


def _of_other_parts(results: Results, told: Results, source: list[str]) -> Iterator[Mistake]:
    """The first mistake of each other part of an assignment, where it is on another line."""
    for section in results.sections:
        if section is not told and section.fix_first:
            yield from (each for each in itertools.islice(_errors(section, source), 1) if each.line != _told(told).line)


def _told(results: Results) -> Told:
    """What the first sentence tells, in its parts where it is made of these facts; else the sentence alone."""
    line = re.match(r"Line (\d+): ", results.fix_first)
    number, text = (int(line[1]), results.fix_first[line.end() :]) if line else (0, results.fix_first)
    told = first_told(results, results.findings)
    if told is None or told.brief == results.fix_first:
        return told or Told(line=number, why=text)
    return Told(line=number, why=text, finding=told.finding, cause=told.cause if told.line == number else None)


def _is_another(first: Finding, finding: Finding) -> bool:
    """Whether a finding is a mistake of its own: on another line, with something else to be said, and no wrong number,
    which the first one may have led to.
    """
    alike = finding.kind is first.kind or finding.array == first.array
    known = {0, first.line, first.other.line if first.other and alike else 0}
    compared = KINDS[finding.kind].source is FoundBy.COMPARISON
    same = finding.kind is first.kind and (
        finding.hint == first.hint or (finding.kind in _OF_AN_ARRAY and finding.array == first.array)
    )
    return finding.line not in known and not compared and not same


def _of_finding(finding: Finding, source: list[str]) -> Mistake:
    made = _mistake(source, finding.line, None, finding, seen=finding.message, why=finding.hint or "")
    return replace(made, effect=_effect(None, None, [finding]))


def _mistake(
    source: Sequence[str],
    line: int,
    edited: EditedLine | None,
    finding: Finding | None,
    *,
    seen: str,
    why: str,
    rule: str = "",
) -> Mistake:
    """A mistake with its line as a terminal shows it, and where its marks are then."""
    marked = _marks(source, line, edited, finding)
    text = source[line - 1][:LONGEST_LINE] if 0 < line <= len(source) else ""
    start, end = (len(visible(text[:place].expandtabs(TAB))) for place in marked)
    return Mistake(
        severity=finding.severity if finding else Severity.ERROR,
        kind=finding.kind if finding else None,
        title=_title(finding) if finding else words("mistakes")["hidden"](),
        at=finding.line if finding else 0,
        line=line,
        column=marked[0] + 1 if text.strip() else 0,
        code=visible(text.expandtabs(TAB)).rstrip(),
        marked=(start, end),
        seen=seen,
        why=why,
        rule=rule,
    )


def _title(finding: Finding) -> str:
    title = finding_words()[finding.kind.value].title
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


def _effect(results: Results | None, cause: Cause | None, errors: Sequence[Finding]) -> str:
    """How many cases the mended line makes wrong, or how many showed the first finding."""
    say = words("mistakes")["effect"]
    mended = cause.cases_mended if cause is not None else 0
    wrong = sum(case.status is Status.FAILED for case in results.cases) if results else 0
    if cause is not None and 0 < mended <= wrong:
        several = cause.second is not None and cause.second.line != cause.line
        return say(cases=mended, one_case=mended == 1, two_lines=several)
    shown = mended or (len(errors[0].cases) if errors else 0)
    partly = cause is not None and bool(cause.kind) and not cause.proved and not cause.compiles
    return say(shown=shown, one_shown=shown == 1, partly=partly)


# --- which characters


def _marks(source: Sequence[str], line: int, edited: EditedLine | None, finding: Finding | None) -> Marked:
    """What stands there that must change, the access, or where the compiler points; else the whole line."""
    if not 0 < line <= len(source):
        return (0, 0)
    text = source[line - 1]
    waits = edited is not None and edited.kind in edit_kinds() and edit_kinds()[edited.kind].waits
    found = _of_edit(text, edited) if edited is not None and edited.line == line and not waits else None
    if found is not None and isinstance(edited, Cause) and (second := beside(edited)) is not None:
        other = _of_edit(text, second) or found
        found = min(found[0], other[0]), max(found[1], other[1])
    if found is None and finding is not None:
        found = _of_access(text, line, finding) or _at_column(text, line, finding)
    return found or _whole(text)


def _of_edit(text: str, edited: EditedLine) -> Marked | None:
    """What stands before the change, inside its context; the whole context of what changes places in it."""
    contexts = places_of(edited.context, text)
    if len(contexts) == 1 and edited.kind.endswith("exchanged"):
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
    places = [_with_subscripts(text, *match.span()) for match in names]
    written = [place for place in places if re.match(r"\s*([-+*/%&|^]?=(?!=)|\+\+|--)", text[place[1] :])]
    if side.access == "write":
        places = written or places
    elif side.access == "read":
        places = [place for place in places if place not in written]
    return places[0] if len(places) == 1 else None


def _with_subscripts(text: str, start: int, end: int) -> Marked:
    """A name with the brackets behind it."""
    depth = 0
    for place in range(end, len(text)):
        char = text[place]
        depth += (char == "[") - (char == "]")
        if depth == 0 and char == "]":
            end = place + 1
        elif depth == 0 and not char.isspace():
            break
    return (start, end)


def _at_column(text: str, line: int, finding: Finding) -> Marked | None:
    """The word at the compiler's column, or where a text was read; another's is only where its statement begins."""
    exact = KINDS[finding.kind].source in (FoundBy.COMPILER, FoundBy.TEXT) and finding.line == line
    if not exact or not 0 < finding.column <= len(text):
        return None
    start = finding.column - 1
    word = re.match(r"\w+|\S", text[start:])
    return (start, start + word.end()) if word else None


def _whole(text: str) -> Marked:
    """The statement, without a remark behind it."""
    code = re.sub(r"\s*//.*$", "", text).rstrip() or text.rstrip()
    return (len(code) - len(code.lstrip()), len(code))
