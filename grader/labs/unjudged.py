"""Launches without an assignment: the right results are unknown, so nothing is judged.

`grader.check` makes the configuration from a text. A buffer is `unsaid` if a kernel may write to it and nothing says
what it holds: it holds random numbers and counts as uninitialised, so a read of it shows that it is an input.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import InstanceOf

from grader.assignment.models import LaunchConfig, PlannedLaunch, Points, RaceRules, Tile
from grader.labs.base import CaseProblem
from grader.labs.data import BufferSpec, DataConfig, Passed
from grader.labs.lab import Lab
from grader.labs.launching import CaseData, Contents, filled_with, filling_of, generator
from grader.oracle import Making
from grader.results import Words

LEAST_FUEL = 100_000_000
"""Backward jumps that every launch may make, with more for each element; a loop that takes more is endless."""


class UnjudgedConfig(DataConfig):
    """Launches in order, with what each passes, and the buffers that they share."""

    lab: str = "unjudged"
    submission: str = ""
    kernel: str = ""
    launch: LaunchConfig = LaunchConfig(block=(1,), grid=(1,))
    tile: Tile = Tile(widths=(1,), macro=None)
    points: Points = Points.model_construct(correctness=0.0)
    races: RaceRules = RaceRules(same_value="warn")
    naive: str = ""
    reference: str = ""
    oracle: None = None
    launches: tuple[tuple[InstanceOf[PlannedLaunch], tuple[str | int | float, ...]], ...]
    buffers: dict[str, InstanceOf[BufferSpec]]
    unsaid: frozenset[str] = frozenset()

    @property
    def specs(self) -> Mapping[str, BufferSpec]:
        """As `buffers` says."""
        return self.buffers

    @property
    def size_names(self) -> tuple[str, ...]:
        """Empty, because every size is a number."""
        return ()

    @property
    def planned(self) -> tuple[PlannedLaunch, ...]:
        """As `launches` says."""
        return tuple(planned for planned, _ in self.launches)

    @property
    def passed(self) -> tuple[tuple[Passed, ...], ...]:
        """As `launches` says."""
        return tuple(passed for _, passed in self.launches)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnjudgedProblem(CaseProblem):
    """The buffers of some launches."""

    def fuel(self, threads: int) -> int:
        """Return as much as any kernel may need that ends."""
        largest = max((buffer.content.size for buffer in (*self.buffers.values(), *self.constants.values())), default=1)
        return LEAST_FUEL + 64 * threads * largest


class UnjudgedLab(Lab[UnjudgedConfig]):
    """The lab of any launch."""

    problem = UnjudgedProblem

    def words(self, config: UnjudgedConfig) -> Words:
        """Return words for results that are not judged."""
        return Words(lab="generic", width="launch")

    def no_room_words(self, array: str | None) -> str:
        """Name the launch's third number: the user wrote the launch."""
        return (
            f"The kernel uses extern __shared__ memory ({array}), and the launch gives it none: its bytes are the third"
            " number, <<<grid, block, bytes>>>."
        )

    def contents(self, data: CaseData) -> Making[Contents]:
        """Fill each buffer as its own description says, independent of the other buffers."""
        yield from ()
        return {
            name: filled_with(filling_of(spec.initial), shape, spec.layout, generator(data.seed, name))
            for name, spec, shape in data.buffers
        }


LAB = UnjudgedLab()
