"""Launches without an assignment: the right results are unknown, so nothing is judged.

`grader.check` makes the configuration from a text. A buffer is `unsaid` if a kernel may write to it and nothing says
what it holds: it holds random numbers and counts as uninitialised, so a read of it shows that it is an input.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import InstanceOf

from grader.assignment.models import LaunchConfig, PlannedLaunch, Points, RaceRules, Tile
from grader.labs.base import generator
from grader.labs.data import BufferSpec, DataConfig
from grader.labs.lab import Lab
from grader.labs.launching import CaseData, Contents, filled_with, filling_of
from grader.oracle import Making
from grader.results import Words


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
    launches: tuple[InstanceOf[PlannedLaunch], ...]
    buffers: dict[str, InstanceOf[BufferSpec]]
    unsaid: frozenset[str] = frozenset()

    @property
    def specs(self) -> Mapping[str, BufferSpec]:
        return self.buffers

    @property
    def size_names(self) -> tuple[str, ...]:
        """Empty, because every size is a number."""
        return ()

    @property
    def planned(self) -> tuple[PlannedLaunch, ...]:
        return self.launches


class UnjudgedLab(Lab[UnjudgedConfig]):
    """The lab of any launch."""

    least_fuel = 100_000_000  # as much as any kernel may need that ends
    tells = MappingProxyType({"own_launch": "yes"})

    def words(self, config: UnjudgedConfig) -> Words:
        """Return words for results that are not judged."""
        return Words(lab="generic", width="launch")

    def contents(self, data: CaseData) -> Making[Contents]:
        """Fill each buffer as its own description says, independent of the other buffers."""
        yield from ()
        return {
            name: filled_with(filling_of(spec.initial), shape, spec.layout, generator(data.seed, name))
            for name, spec, shape in data.buffers
        }


LAB = UnjudgedLab()
