"""Say a cause a step at a time, and what was measured of the fault.

The first steps stop short of the solution. Every kind of edits has its row in `grader/words/edits.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from grader.report.format import clipped, joined
from grader.results import Cause, EditedLine, Explanation, Finding, Results, Severity, Sighting
from grader.results.kinds import KINDS, FoundBy
from grader.words import words
from grader.words.tables import edit_kinds, explanation_kinds

LONGEST, QUOTED_BESIDE = 70, 40
GUARDED = 2
_CONDITIONS = ("guard", "condition", "comparison", "logic", "another condition", "limit")
"""Mistakes in a condition, and how far below it a statement may stand that it guards."""


def first_words(cause: Cause) -> str:
    """The true line and what is wrong there, without the solution; the line alone where no more may be told."""
    say = words("causes")
    wrong = _row(cause)[0] if cause.kind else say["untold"]()
    second = cause.second
    if cause.kind and beside(cause) is not None:
        wrong, second = " ".join(_row(each)[0] for each in (cause, second) if each), None
    return say["first"](line=cause.line, wrong=wrong, second=second and second.line)


def wrong_words(edited: EditedLine) -> str:
    """What is wrong on the line, as a sentence by itself beside the line: a long context is not quoted again."""
    quoted = edited if len(edited.context) <= QUOTED_BESIDE else edited.model_copy(update={"context": ""})
    text = _row(quoted)[0] if edited.kind else words("causes")["untold"]()
    return text[:1].upper() + text[1:]


def beside(cause: Cause) -> EditedLine | None:
    """The second mistake where it stands on the first one's line, in the same context."""
    second = cause.second
    same = second is not None and (second.line, second.context) == (cause.line, cause.context)
    return second if same and cause.context else None


def both_words(cause: Cause) -> str:
    """What is wrong on the line, of two mistakes both."""
    second = beside(cause)
    return " ".join(wrong_words(each) for each in (cause, second) if each is not None)


def must_words(edited: EditedLine) -> str:
    """What must hold on the line: the rule, or the question to ask; empty where no more than the line may be told."""
    return _row(edited)[1] if edited.kind else ""


def says_all(cause: Cause) -> bool:
    """Whether what is wrong is said so that a hint would only repeat it."""
    known = edit_kinds().get(cause.kind)
    return known is not None and known.alone


def quotable(results: Results) -> Cause | None:
    """The cause, quoting only what stands in the file: of two changes to a line, one was found after the other."""
    cause, lines = results.cause, results.submission.source.split("\n")
    if cause is None:
        return None
    second = cause.second
    if second is not None and second.line == cause.line and 0 < cause.line <= len(lines):
        text = lines[cause.line - 1]
        if not places_of(cause.before, text) and places_of(second.before, text):  # it changes what the other has made
            told = {"kind": second.kind, "before": second.before, "context": second.context, "second": None}
            cause, second = cause.model_copy(update=told), None
    update: dict[str, object] = {} if _stands(cause, lines) else {"context": ""}
    if second is not None and not _stands(second, lines):
        update["second"] = second.model_copy(update={"context": ""})
    return cause.model_copy(update=update)


def mistake_shown(cause: Cause, finding: Finding) -> EditedLine | None:
    """Of two mistakes the one that a finding belongs to; None where it may be either.

    That is the one whose change alone removes it; else the one on whose line it stands, which a wrong number does not.
    """
    second = cause.second
    if second is None or second.line == cause.line:
        return cause
    both = (cause, second)
    for edited in both:
        if any(_is_seen(finding, seen) for seen in edited.removes):
            return edited
    if KINDS[finding.kind].source is FoundBy.COMPARISON:
        return None
    lines = (finding.line, finding.other.line if finding.other else 0)
    on_line = (edited for line in lines for edited in both if line == edited.line)
    below = (edited for edited in both if edited.line <= finding.line <= edited.line + _guarded(edited))
    return next(on_line, None) or next(below, None)


def _is_seen(finding: Finding, seen: Sighting) -> bool:
    """True if this was seen of the finding; of a wrong number the case that is told must be the same."""
    if KINDS[finding.kind].source is FoundBy.COMPARISON:
        return finding.kind is seen.kind and finding.case == seen.case
    return (finding.kind, finding.line) == (seen.kind, seen.line)


def _guarded(edited: EditedLine) -> int:
    """How far below the line a statement may stand that it lets a thread through to."""
    return GUARDED if edited.kind.startswith(_CONDITIONS) else 0


def _stands(edited: EditedLine, lines: Sequence[str]) -> bool:
    """Whether the context of an edit is on its line, as far as the line is known."""
    text = lines[edited.line - 1] if 0 < edited.line <= len(lines) else ""
    return not text.strip() or not edited.context or bool(places_of(edited.context, text))


def places_of(part: str, text: str) -> list[tuple[int, int]]:
    """Where a piece of code stands in a line, however it is spaced: first character, and the one behind the last."""
    tokens = re.findall(r"\w+|[^\w\s]", part)
    if not tokens:
        return []
    pattern = r"\s*".join(map(re.escape, tokens))
    before, after = (r"(?<!\w)" if tokens[0][0].isalnum() else ""), (r"(?!\w)" if tokens[-1][-1].isalnum() else "")
    return [match.span() for match in re.finditer(f"{before}{pattern}{after}", text)]


def steps(results: Results) -> tuple[str, ...]:
    """Where, what is wrong, what must hold, the change: as many as the assignment shows."""
    results = next((section for section in results.sections if section.fix_first), results)
    cause, say = quotable(results), words("causes")
    if cause is None or not cause.line:
        return ()
    second = cause.second
    told = {cause.line, second.line if second else 0}
    more = [str(line) for line in cause.lines if line not in told][:6]
    where = say["where"](
        here=_place(results, cause.line),
        there=second and _place(results, second.line),
        others=f"{'line' if len(more) == 1 else 'lines'} {joined(more)}" if more else "",
        changes_itself=cause.line in cause.lines,
    )
    found = [where]
    if cause.kind:
        wrong, must = _row(cause)
        if second:
            wrong, must = (
                f"{one}\n{say['on_line'](line=second.line, wrong=other)}"
                for one, other in zip((wrong, must), _row(second), strict=True)
            )
        first = next((item for item in results.findings if item.severity is Severity.ERROR), None)
        seen = measured_words(first)
        gap = ("\n" if second else " ") if seen else ""
        found += [say["wrong"](wrong=f"{wrong}{gap}{seen}"), say["must"](must=must)]
    if cause.edit:
        tried = "proved_two" if second else "proved"
        tried = say[tried]() if cause.proved else say["compiles"]() if cause.compiles else ""
        found.append(say["change"](change=_shown(cause.edit), tried=tried))
    return tuple(found)


def _place(results: Results, line: int) -> str:
    """A line's number, and what is on it."""
    lines = results.submission.source.replace("\r\n", "\n").split("\n")
    text = clipped(lines[line - 1].strip()) if line <= len(lines) else ""
    return words("causes")["place"](line=line, text=text)


def _row(cause: EditedLine) -> tuple[str, str]:
    """What is wrong on a line, and what must hold there."""
    say, family = words("causes"), cause.kind.removesuffix(" twice")
    known = edit_kinds().get(family)
    context = cause.context if cause.context.strip(" ;()") != cause.before.strip(" ;()") else ""
    it = say["it"](before=clipped(cause.before, LONGEST), context=clipped(context, LONGEST))
    border = cause.model_dump(include={"left", "right"})
    wrong = known.wrong(border, it=it) if known else say["unknown_wrong"]()
    for array, sides in cause.sides.items():
        *planes, rows, columns = sides
        wrong += say["sides"](array=array, planes=joined(planes), rows=rows, columns=columns)
    if cause.instead is not None:
        wrong += " " + in_words([cause.instead])
    if family != cause.kind and isinstance(cause, Cause) and not cause.second and len(cause.lines) > 1:
        wrong += say["so_it_is"](last=cause.lines[-1])
    return wrong, known.must if known else say["unknown_must"]()


def _shown(diff: str) -> str:
    return "\n".join(_header(line) if line.startswith("@@") else line for line in diff.split("\n"))


def _header(header: str) -> str:
    """Where a part of the change stands, from the header of a diff without context: `@@ -29,0 +30 @@`."""
    match = re.match(r"@@ -(\d+)(,0)?", header)
    return words("causes")["after" if match[2] else "at"](line=match[1]) if match else ""


def in_words(explanations: Iterable[Explanation]) -> str:
    """Return the sentences, in order; an explanation of another version's is passed over."""
    known = explanation_kinds()
    return " ".join(known[entry.name].says(entry.facts) for entry in explanations if entry.name in known)


def measured_words(finding: Finding | None) -> str:
    """Return what small experiments tell of a fault, which says why its cause is one."""
    told = finding.occurrences[0].explanations if finding and finding.occurrences else ()
    return in_words(each for each in told if "small" in each.facts or each.name.startswith("way-"))
