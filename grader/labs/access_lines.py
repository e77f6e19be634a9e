"""Which lines of the source access which array, as a recording or the counts of a launch tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.emulator.result import Event, LineCounters


@dataclass(frozen=True, slots=True)
class AccessLines:
    """Which source lines load and store which array, from a recording; 0 where none was seen.

    `buffers` are the arrays in global memory: the others are shared. `blamed` is the line that was the last to write
    an element of the output that is wrong, where a recording shows it.
    """

    by_access: dict[tuple[str, str], int]
    buffers: frozenset[str] = frozenset()
    blamed: int = 0

    @classmethod
    def of(cls, events: Sequence[Event], buffers: Iterable[str]) -> AccessLines:
        """The commonest line for each kind of access to each array."""
        counts = Counter((event.op, event.object, event.line) for event in events)
        lines: dict[tuple[str, str], int] = {}
        for (op, name, line), _ in counts.most_common():
            lines.setdefault((op, name), line)
        return cls(lines, frozenset(buffers))

    @classmethod
    def counted(cls, rows: Iterable[LineCounters], output: str) -> AccessLines:
        """The lines that store to the output, use shared memory and calculate most, from a launch's counts."""
        rows = list(rows)
        lines = {}
        for key, count in {("store", output): "global_stores", **_COUNTED}.items():
            busiest = max(rows, key=lambda row: int(getattr(row, count)), default=None)
            if busiest is not None and getattr(busiest, count):
                lines[key] = busiest.line
        return cls(lines, frozenset({output}))

    def line(self, op: str, name: str = "") -> int:
        """The line of an access such as `load A`, of any array when no name is given."""
        if name:
            return self.by_access.get((op, name), 0)
        return next((line for (kind, _), line in self.by_access.items() if kind == op), 0)

    @property
    def tile_load(self) -> int:
        """The line that reads most from the tiles, 0 where none was seen."""
        loads = (line for (op, name), line in self.by_access.items() if op == "load" and name not in self.buffers)
        return next(loads, 0)

    @property
    def tile_stores(self) -> frozenset[int]:
        """Lines that store to a shared array: the tiles."""
        return frozenset(
            line for (op, name), line in self.by_access.items() if op == "store" and name not in self.buffers
        )


NO_LINES = AccessLines({})
_COUNTED = {("fma", ""): "flop", ("load", "tile"): "shared_loads", ("store", "tile"): "shared_stores"}
