"""Say a cause as a teacher would to a class: which array, which index, which barrier, and not which edit mends it.

What the changed line does is read from the submission's text, line by line; a line that cannot be read so has fewer
facts, and the words are more general. The words are in `grader/words/lessons.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.results import EditedLine, Results
from grader.words.tables import lessons

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
