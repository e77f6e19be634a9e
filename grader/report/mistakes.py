"""The first mistakes in the form of compilers: the student's line, what in it is wrong, what was seen, and why."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.report.add_sentences import Marked, Mistake, first_mistake, of_finding, of_one_case, seen_from
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


def mistakes_of(results: Results) -> tuple[Mistake, ...]:
    """The first mistake, and the second where two are known; without any, what is worth knowing."""
    section = next((section for section in results.sections if section.fix_first), results)
    source = results.submission.lines
    found = [*_errors(section, source), *_of_other_parts(results, section, source)] or [
        _of_finding(finding, source) for finding in section.findings if finding.severity is not Severity.ERROR
    ]
    return tuple(found[:MOST])


def mistakes_of_findings(results: Results) -> tuple[Mistake, ...]:
    """Every finding in this form, in order, of which the first two are not more than the others."""
    source = results.submission.lines
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
    told = _first(results)
    cause = told.cause if isinstance(told.cause, Cause) else None
    first = replace(_placed(told, source), effect=_effect(results, cause, errors))
    second = cause.second if cause is not None else None
    unseen = cause is not None and second is not None and second.line != cause.line and told.finding is None
    yield replace(first, title=words("mistakes")["first"]()) if unseen else first
    if cause is None:
        yield from (_of_finding(each, source) for each in errors[1:] if _is_another(errors[0], each))
    elif second is not None and (second.line != cause.line or beside(cause) is None):
        seen = next((each for each in errors if mistake_shown(cause, each) is second), None)
        message = seen_from(second.line, of_one_case(seen, results.words)) if seen else ""
        why, rule = wrong_words(second), must_words(second)
        other = _placed(Mistake(line=second.line, seen=message, why=why, rule=rule, cause=second, finding=seen), source)
        yield other if seen and other.title != first.title else replace(other, title=words("mistakes")["second"]())


def _of_other_parts(results: Results, told: Results, source: list[str]) -> Iterator[Mistake]:
    """The first mistake of each other part of an assignment, where it is on another line."""
    for section in results.sections:
        if section is not told and section.fix_first:
            first = itertools.islice(_errors(section, source), 1)
            yield from (each for each in first if each.line != _first(told).line)


def _first(results: Results) -> Mistake:
    """What the first sentence tells, in its parts where it is made of these facts; else the sentence alone."""
    line = re.match(r"Line (\d+): ", results.fix_first)
    number, text = (int(line[1]), results.fix_first[line.end() :]) if line else (0, results.fix_first)
    told = first_mistake(results, results.findings)
    if told is None or told.brief == results.fix_first:
        return told or Mistake(line=number, why=text)
    return Mistake(line=number, why=text, finding=told.finding, cause=told.cause if told.line == number else None)


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
    made = _placed(of_finding(finding, finding.line, finding.message), source)
    return replace(made, effect=_effect(None, None, [finding]))


def _placed(mistake: Mistake, source: Sequence[str]) -> Mistake:
    """The mistake with its title, its line as a terminal shows it, and where its marks are then."""
    line, finding = mistake.line, mistake.finding
    marked = _marks(source, line, mistake.cause, finding)
    text = source[line - 1][:LONGEST_LINE] if 0 < line <= len(source) else ""
    start, end = (len(visible(text[:place].expandtabs(TAB))) for place in marked)
    title = finding_words()[finding.kind.value].title if finding else words("mistakes")["hidden"]()
    return replace(
        mistake,
        title=title if title[1:2].isupper() else title[:1].lower() + title[1:],
        column=marked[0] + 1 if text.strip() else 0,
        code=visible(text.expandtabs(TAB)).rstrip(),
        marked=(start, end),
    )


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
