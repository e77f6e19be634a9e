"""Tell what values are where a thread goes wrong: the variables of an index, and what an edit of a text changes.

The text is run once more, with a call in front of the index, or of the changed value, that keeps them.
"""

from __future__ import annotations

import contextlib
import re
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from grader.assignment import TestCase
from grader.devices.base import DeviceError, EditsRequest, Emulator, Launch
from grader.edits.change import Edit
from grader.edits.directions import asked_beside
from grader.edits.observing import MOST_VALUES
from grader.emulator.result import Dim3
from grader.grading.bench import Bench
from grader.labs.base import ParameterError
from grader.report.format import dim3, ordinal
from grader.results import Explanation, Finding, Occurrence
from grader.search.trail import MOVES, Step, recorded

_KEPT = "grader_values"
_PRELUDE = (
    f"__device__ int {_KEPT}[{MOST_VALUES}];"
    f"__device__ __noinline__ void grader_keeps({', '.join(f'int v{n} = 0' for n in range(MOST_VALUES))}) {{"
    f"{' '.join(f'{_KEPT}[{n}] = v{n};' for n in range(MOST_VALUES))} }}\n"
)
_SHIFT = _PRELUDE.count("\n")
LONGEST = 60
"""A longer value is not told: nobody reads it twice."""


@dataclass(frozen=True, slots=True)
class _Access:
    """A thread's access on a line."""

    line: int
    block: Dim3
    thread: Dim3
    reads: bool


@dataclass(frozen=True, slots=True)
class _Value:
    """What a variable was; `line` alone sets it, where that is not 0."""

    name: str
    value: int
    line: int
    constant: bool

    def tells(self, width: int) -> bool:
        """False of a constant that is as large as the case's tile width."""
        return not (self.constant and self.value == width)


@dataclass(frozen=True)
class RunValues:
    """Runs a text again to see its values. `compiled` compiles a text at the width of the case."""

    device: Emulator
    text: str
    macro: str
    kernels: tuple[str, ...]
    compiled: Callable[[str], Bench | None]

    def told(self, case: TestCase, finding: Finding, seen: Occurrence) -> Explanation | None:
        """Return the values where the finding's thread and the other one of a race were; None where none are known."""
        if not seen.block or not seen.thread or not finding.line:
            return None
        first = _Access(finding.line, seen.block, seen.thread, finding.access == "read")
        own = [each for each in self._values(first, case, finding, seen) if each.tells(case.tile_width)]
        if all(each.constant for each in own):
            return None
        if any(each.constant for each in own) and case.tile_width > 1:  # a lab without widths has the width 1
            own.append(_Value(self.macro, case.tile_width, line=0, constant=True))
        facts: dict[str, int | str] = {"thread": dim3(seen.thread), "values": _said(own)}
        if seen.other and seen.other.thread != seen.thread:
            party = seen.other
            second = _Access(party.line, party.block, party.thread, party.access == "read")
            held = [replace(each, line=0) for each in self._values(second, case, finding, seen) if not each.constant]
            differing = [each for each in held if (each.name, each.value) not in {(one.name, one.value) for one in own}]
            if differing:
                facts |= {"other": dim3(party.thread), "held": _said(differing)}
            elif held:
                facts["both"] = 1
        return Explanation(name="values", facts=facts)

    def changed(
        self, case: TestCase, edit: Edit, block: Dim3 | None = None, thread: Dim3 | None = None
    ) -> Explanation | None:
        """Return what a value of the text is where an edit first makes another one of it; None where it makes none.

        In one `block` if it is given, and of one `thread` if the value is another one there.
        """
        value = self._changed_value(edit)
        if value is None:
            return None
        data, (first, last) = self.text.encode(), value.changes
        start, end = first.start, last.end
        before = data[start:end].decode("utf-8", "replace")
        within = (replace(each, start=each.start - start, end=each.end - start) for each in edit.changes)
        after = replace(edit, changes=tuple(within)).apply(data[start:end]).decode("utf-8", "replace")
        sort, *names = value.kind.split()
        as_int = _AS_INT[sort]
        call = f"(grader_keeps({', '.join([as_int.format(before), as_int.format(after), *names])}), ({after}))"
        text = data[:start].decode("utf-8", "replace") + call + data[end:].decode("utf-8", "replace")
        with contextlib.suppress(DeviceError, ParameterError, ValueError):
            bench = self.compiled(_PRELUDE + text)
            if bench is not None:
                asked = bench.plan(bench.problem(case))
                found = list(_differing(asked, recorded(bench, asked, block)))
                first_seen = next((each for each in found if each[0] == thread), next(iter(found), None))
                if first_seen is not None:
                    return _changed(" ".join(before.split()), after, sort, names, *first_seen)
        return None

    def _changed_value(self, edit: Edit) -> Edit | None:
        """The smallest condition that an edit changes, or the largest other value; None where it changes none."""
        first, last = edit.changes[0].start, edit.changes[-1].end
        request = EditsRequest(
            source=self.text, kernel=self.kernels, macro=self.macro, seen={edit.line: 0}, only="values"
        )
        found: list[tuple[int, Edit]] = []
        with contextlib.suppress(DeviceError):
            for each in self.device.edits(request):
                start, end = each.changes[0].start, each.changes[1].end
                if start <= first and last <= end and end - start <= LONGEST:
                    found.append((end - start, each))
        asked = [each for each in found if each[1].kind.startswith("bool")]
        chosen = min(asked, key=itemgetter(0)) if asked else max(found, key=itemgetter(0), default=None)
        return chosen[1] if chosen else None

    def _values(self, access: _Access, case: TestCase, finding: Finding, seen: Occurrence) -> Sequence[_Value]:
        edit = self._index(access, finding)
        if edit is None:
            return ()
        names = [name.partition(":") for name in edit.kind.split()[2:]]
        call = f"(grader_keeps({', '.join(name for name, _, _ in names)}), ("
        before, after = edit.changes
        kept = Edit(kind="", line=0, cost=0, changes=(replace(before, text=call), replace(after, text="))")))
        with contextlib.suppress(DeviceError, ParameterError, ValueError):
            bench = self.compiled(_PRELUDE + kept.apply(self.text))
            if bench is not None:
                asked = bench.plan(bench.problem(case))
                passing = list(dict.fromkeys(_kept(asked, recorded(bench, asked, access.block), access, seen.offset)))
                # Of several accesses outside nothing tells which one was seen first.
                values = passing[0][1] if passing and (passing[0][0] or len(passing) == 1) else ()
                return [
                    _Value(name, value, int(line.strip("c")), constant="c" in line)
                    for (name, _, line), value in zip(names, values, strict=False)
                ]
        return ()

    def _index(self, access: _Access, finding: Finding) -> Edit | None:
        """The edit of the only index on the line that can be meant."""
        request = EditsRequest(
            source=self.text, kernel=self.kernels, macro=self.macro, seen={access.line: 0}, only="indices"
        )
        with contextlib.suppress(DeviceError):
            found = self.device.edits(request)
            fitting = [edit for edit in found if (edit.kind.split()[1] == "load") == access.reads]
            named = [edit for edit in fitting if edit.kind.split()[0] == finding.array]
            meant = named or fitting
            return meant[0] if len({edit.kind for edit in meant}) == 1 else None
        return None


def _kept(
    asked: Launch, steps: Sequence[Step], access: _Access, offset: int | None
) -> Iterator[tuple[bool, tuple[int, ...]]]:
    """Yield what was kept in front of each of the thread's accesses that goes there: `offset` in bytes, or outside.

    The first of each pair is whether the access is inside of its array, and so known to be the one that is meant.
    """
    values = [0] * MOST_VALUES
    x, y, z = access.thread
    for step in steps:
        event, (width, height, _) = step.event, asked.steps[step.launch].block
        if event.thread != x + width * (y + height * z) or event.op not in MOVES:
            continue
        if event.object == _KEPT:
            values[event.index] = event.bits - (event.bits >> 31 << 32)
            continue
        meant = event.index < 0 or offset is None or offset == event.index * event.width
        if meant and event.line == access.line + _SHIFT and (event.op == "load") == access.reads:
            yield event.index >= 0, tuple(values)


_AS_INT = {"bool": "({}) ? 1 : 0", "int": "(int)({})", "float": "__float_as_int((float)({}))"}


def _differing(asked: Launch, steps: Sequence[Step]) -> Iterator[tuple[Dim3, Dim3 | None, int, Sequence[int]]]:
    """Yield the thread, its block where there are several, and what was kept, where the first two values differ.

    Between them is how often the thread has come there by then.
    """
    values: dict[object, list[int]] = {}
    times = Counter[object]()
    for step in steps:
        event, (width, height, _) = step.event, asked.steps[step.launch].block
        if event.op not in MOVES or event.object != _KEPT:
            continue
        kept = values.setdefault(step.thread, [0] * MOST_VALUES)
        kept[event.index] = event.bits - (event.bits >> 31 << 32)
        times[step.thread] += event.index == MOST_VALUES - 1
        if event.index == MOST_VALUES - 1 and kept[0] != kept[1]:
            number = event.thread
            place = number % width, number // width % height, number // (width * height)
            several = asked.steps[step.launch].grid != (1, 1, 1)
            yield place, step.block if several else None, times[step.thread], tuple(kept)


def _changed(
    text: str, after: str, sort: str, names: Sequence[str],
    thread: Dim3, block: Dim3 | None, times: int, kept: Sequence[int],
) -> Explanation:  # fmt: skip
    was, right, *held = kept
    values = [f"`{name}` = {value}" for name, value in zip(names, held, strict=False) if name != text]
    it = f"`{text}` ({', '.join(values)})" if values else f"`{text}`"
    where = f"{dim3(thread)} of block {dim3(block)}" if block else dim3(thread)
    facts: dict[str, int | str] = {"thread": where, "it": it}
    if times > 1:
        facts["turn"] = ordinal(times)
    if sort == "bool":
        narrower = int(asked_beside(text, after) != "")
        return Explanation(name="value-asked", facts=facts | ({"holds": 1, "narrower": narrower} if was else {}))
    if re.fullmatch(r"[A-Z_]\w*|\d+", text) and not values:  # one value for all threads
        facts["fixed"] = 1
    return Explanation(name="value-instead", facts=facts | {"value": _number(was, sort), "meant": _number(right, sort)})


def _number(bits: int, sort: str) -> int | str:
    return f"{struct.unpack('f', struct.pack('i', bits))[0]:.6g}" if sort == "float" else bits


def _said(values: Sequence[_Value]) -> str:
    return ", ".join(f"`{each.name}` = {each.value}" + (f" (line {each.line})" if each.line else "") for each in values)
