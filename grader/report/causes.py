"""Say a cause: to its student a step at a time, with what was measured of the fault, and in a few words to a class.

The first steps stop short of the solution. Every kind of edits has its row in `grader/words/edits.yaml`, what a teacher
calls it in `lessons.yaml`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence

from grader.report.format import clipped, joined
from grader.results import Cause, EditedLine, Explanation, Finding, Results, Severity, Sighting
from grader.results.kinds import KINDS, FoundBy
from grader.words import words
from grader.words.tables import edit_kinds, explanation_kinds, lessons

LONGEST, QUOTED_BESIDE = 70, 40
GUARDED = 2
FLAT = 2
"""Sides of an array that has rows and columns alone."""
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


def without_there(text: str, edited: EditedLine) -> str:
    """What is said of a line where what was seen is left out, and nothing before it names the case."""
    told = edited.instead
    if told is None or "there" not in told.facts:
        return text
    alone = told.model_copy(update={"facts": {name: each for name, each in told.facts.items() if name != "there"}})
    return text.replace(in_words([told]), in_words([alone]))


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
        # The first one may change what the second one has made.
        if cause.before and not places_of(cause.before, text) and places_of(second.before, text):
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
    # a statement may stand so far below a condition that lets a thread through to it
    reach = {edited.line: GUARDED if edited.kind.startswith(_CONDITIONS) else 0 for edited in both}
    below = (edited for edited in both if edited.line <= finding.line <= edited.line + reach[edited.line])
    return next(on_line, None) or next(below, None)


def _is_seen(finding: Finding, seen: Sighting) -> bool:
    """True if this was seen of the finding; of a wrong number the case that is told must be the same."""
    if KINDS[finding.kind].source is FoundBy.COMPARISON:
        return finding.kind is seen.kind and finding.case == seen.case
    return (finding.kind, finding.line) == (seen.kind, seen.line)


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
        shown = (_header(line) if line.startswith("@@") else line for line in cause.edit.split("\n"))
        found.append(say["change"](change="\n".join(shown), tried=tried))
    return tuple(found)


def _place(results: Results, line: int) -> str:
    """A line's number, and what is on it."""
    lines = results.submission.lines
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
        wrong += say["so_it_is"](last=cause.lines[-1], alike=_changes_alike(cause.edit))
    elif cause.twin:
        wrong += say["so_it_is"](last=cause.twin, alike=family == cause.kind)
    elif cause.kind.endswith(" twice") and cause.right and not family.startswith("comparison"):
        wrong += say["so_here"](twin=cause.right)
    only = next(iter(cause.sides.items())) if len(cause.sides) == 1 else ("", ())
    about = only[0] if len(only[1]) == FLAT else ""  # a rule may speak of its rows and columns
    return wrong, known.must(border, array=about) if known else say["unknown_must"]()


def _changes_alike(edit: str) -> bool:
    """Return whether all changed lines of a difference lose and gain as many names and signs as one another."""
    rows = [(line[0], re.findall(r"\w+|[^\w\s]", line[1:])) for line in edit.split("\n") if line[:1] in ("-", "+")]
    old, new = ([words for sign, words in rows if sign == wanted] for wanted in "-+")
    found = set()
    for one, other in zip(old, new, strict=False):
        parts = difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
        found.add(tuple((last - first, end - start) for tag, first, last, start, end in parts if tag != "equal"))
    return len(found) < 2


def _header(header: str) -> str:
    """Where a part of the change stands, from the header of a diff without context: `@@ -29,0 +30 @@`."""
    match = re.match(r"@@ -(\d+)(,0)?", header)
    return words("causes")["after" if match[2] else "at"](line=match[1]) if match else ""


def in_words(explanations: Iterable[Explanation]) -> str:
    """Return the sentences, in order; an explanation of another version's is passed over."""
    known = explanation_kinds()
    return " ".join(known[entry.name].says(entry.facts) for entry in explanations if entry.name in known)


def measured(finding: Finding | None) -> tuple[Explanation, ...]:
    """Return what experiments tell of a fault in its first case."""
    return finding.occurrences[0].explanations if finding and finding.occurrences else ()


def measured_words(finding: Finding | None) -> str:
    """Return what small experiments tell of a fault, which says why its cause is one."""
    return in_words(each for each in measured(finding) if "small" in each.facts or each.name.startswith("way-"))


# -- to a class: which array, which index, which barrier, and not which edit mends it --------------------------------
#
# What the changed line does is read from the submission's text, line by line; a line that cannot be read so has fewer
# facts, and the words are more general.

_MOST_LINES, _LONGEST_LINE, _LONGEST_HEAD = 5_000, 300, 4_000
"""More of a text is not read, in characters: it is a student's."""
_LINES_BELOW = 3
"""Lines that a guarded statement may be below its condition."""
_DECLARED = re.compile(r"\b(?:int|unsigned|size_t|bool|auto)\s+(?:const\s+)?(\w+)\s*=")
_HEAD = re.compile(r"\s*(?:for|while)\b")


def lesson(results: Results) -> str:
    """Return the cause in a few words; empty if none is known."""
    cause = next((section.cause for section in results.sections if section.cause), results.cause)
    if cause is None or not cause.kind:
        return ""
    recording = next(iter(results.recordings), None)
    buffers = tuple(recording.buffers) if recording else ()
    return lesson_of(cause, results.submission.source, buffers)


def lesson_of(cause: EditedLine, source: str, buffers: Sequence[str] = ()) -> str:
    """Return what is wrong on a line of a source in a few words. `buffers` are the assignment's arrays in order."""
    kind = cause.kind.removesuffix(" twice")
    row = next((row for row in lessons().values() if kind in row.kinds), None)
    return row.says(**_Text(source, buffers).facts(cause.line, cause.before, cause.context)) if row else kind


class _Text:
    """A kernel's text, read line by line. `buffers` are the assignment's names of the pointers that it takes."""

    def __init__(self, source: str, buffers: Sequence[str]) -> None:
        lines = source.replace("\r\n", "\n").split("\n")[:_MOST_LINES]
        self._lines = [line.split("//")[0][:_LONGEST_LINE] for line in lines]
        text = "\n".join(self._lines)
        head = re.split("[;{]", text[text.find("__global__") :][:_LONGEST_HEAD], maxsplit=1)[0]
        pointers = re.findall(r"\*\s*(?:__restrict__\s+|const\s+)*(\w+)", head)
        names = buffers if len(buffers) == len(pointers) else pointers
        self._arrays = dict(zip(pointers, names, strict=True))
        for line in self._lines:  # pointers that walk
            if (found := re.search(r"\*\s*(\w+)\s*=\s*&?\s*(\w+)", line)) and found[2] in self._arrays:
                self._arrays.setdefault(found[1], self._arrays[found[2]])
        shared = re.findall(r"__shared__\s+\w+\s+([^;]*)", text)
        tiles = {name for names in shared for name in re.findall(r"(\w+)\s*\[", names)}
        self._tiles = dict.fromkeys(tiles, "")
        for line in self._lines:
            stored = re.match(r"\s*(?:if\s*\(.*?\)\s*)?(\w+)\s*\[.*?\]\s*=[^=](.*)", line)
            if stored and stored[1] in tiles and (source_of := self._array_in(stored[2])):
                self._tiles[stored[1]] = f"the tile of {source_of}"

    def _array_in(self, text: str) -> str:
        return next((self._arrays[name] for name in re.findall(r"\w+", text) if name in self._arrays), "")

    def facts(self, number: int, before: str, context: str) -> dict[str, object]:
        """Return what `lessons.yaml` may ask of a line (from 1), of which `before` in its `context` changes."""
        line = self._lines[number - 1] if 0 < number <= len(self._lines) else ""
        found = (re.fullmatch(r"(\w+)\s*(?:(?:\[[^\]]*\])+|\(.*\))", text) for text in (context, before))
        names = [match[1] for match in found if match]
        array = next(filter(None, (self._arrays.get(name) or self._tiles.get(name) for name in names)), "")
        uses = self._uses(line)
        head = next((index for index in (number, *uses) if _HEAD.match(self._lines[index - 1])), 0)
        compares = re.search(r"[<>]=?(?!<)|[!=]=|&&|\|\|", f"{context}{before}") is not None
        is_if = re.match(r"\s*(?:}\s*else\s*)?if\b", line) is not None
        is_position = re.search(r"\b(?:blockIdx|threadIdx)\b", line) is not None and _DECLARED.search(line) is not None
        is_guard = not head and not array and (compares or is_if or (self._is_compared(line) and not is_position))
        above = next(self._above(number), "")
        return {
            "array": array or ("" if is_position and not is_guard else self._meant(line, number)),
            "guard": is_guard,
            "index": bool(array),
            "length": bool(array) and re.search(rf"\*\s*\(?{re.escape(before)}\b", context) is not None,
            "phases": head and "__syncthreads" in self._body(head),
            "inner": head,
            "position": is_position,
            "sum": re.search(r"(?:\+=.*\*|\]\s*\+=|\bfma)", line) is not None,
            "loads": any(name in self._tiles for name in re.findall(r"^\s*(\w+)\s*\[", above)),
            "multiplies": re.search(r"\+=.*\*|\bfma", above) is not None,
        }

    def _is_compared(self, line: str) -> bool:
        """Return whether the line sets a variable that is used in comparisons alone."""
        declared, uses = _DECLARED.search(line), [self._lines[index - 1] for index in self._uses(line)]
        name = declared[1] if declared else ""
        return bool(uses) and all(re.search(rf"[<>]=?\s*{name}\b|\b{name}\s*[<>]", text) for text in uses)

    def _uses(self, line: str) -> list[int]:
        """Return the numbers of the other lines that name the whole number or condition that this one sets."""
        declared = None if _HEAD.match(line) else _DECLARED.search(line)
        named = re.compile(rf"\b{declared[1]}\b") if declared else None
        return [index for index, text in enumerate(self._lines, 1) if named and text is not line and named.search(text)]

    def _meant(self, line: str, number: int) -> str:
        """Return the array that a line is about: on it, just below, or where its variable is used; a macro has none."""
        if line.lstrip().startswith("#"):
            return ""
        near = "".join(self._lines[number - 1 : number + _LINES_BELOW]).partition(";")[0]
        return next(
            filter(None, map(self._array_in, [near, *(self._lines[index - 1] for index in self._uses(line))])), ""
        )

    def _above(self, number: int) -> Iterator[str]:
        """Yield the statements at a place and above it, nearest first."""
        yield from (line for line in reversed(self._lines[:number]) if line.strip(" \t{}") and "__sync" not in line)

    def _body(self, number: int) -> str:
        """Return the text of a loop whose head is on this line: up to its brace, or its one statement."""
        text, depth = "\n".join(self._lines[number - 1 :]), 0
        for place, sign in enumerate(text):
            depth += (sign in "{(") - (sign in "})")
            if depth <= 0 and sign in "};":
                return text[:place]
        return text
