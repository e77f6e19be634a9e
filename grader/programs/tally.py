"""What a program's launches count together, kernel by kernel, and how often it calls each function of the runtime."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.emulator.result import Counters, Executed
from grader.programs.calls import Launch

if TYPE_CHECKING:
    from grader.programs.messages import KernelCounts


@dataclass(slots=True)
class _Launches:
    """Those of one kernel; `executed` has one sum for each machine code, of which templates have several."""

    first: Launch
    number: int = 0
    threads: int = 0
    executed: dict[int, Executed] = field(default_factory=dict)


class Tally:
    """The counts of one run."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self._kernels: dict[str, _Launches] = {}

    def launched(self, launch: Launch, executed: Executed | None) -> None:
        """Add a launch that has run; on a GPU nothing in it is counted."""
        known = self._kernels.setdefault(launch.kernel, _Launches(launch))
        known.number += 1
        known.threads += launch.all_threads
        if executed is None:
            return
        before = known.executed.setdefault(id(executed.work), executed)
        if before is not executed:
            before.add(executed)

    def kernels(self) -> tuple[KernelCounts, ...]:
        """Return the counts of each kernel, in the order of their first launches."""
        from grader.programs.messages import KernelCounts

        return tuple(
            KernelCounts(
                kernel=name, launches=each.number, threads=each.threads, grid=each.first.grid, block=each.first.block,
                counters=Counters.together([code.counters for code in each.executed.values()]),
            )
            for name, each in self._kernels.items()
        )  # fmt: skip
