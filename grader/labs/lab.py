"""The methods of a lab: everything that depends on what a kernel is meant to compute.

The grader compiles, launches, checks, compares and counts for all labs in the same way. All methods have defaults for
any assignment of buffers, sizes and expressions; a lab overrides what it knows better. `UnjudgedLab` is the lab of
launches without an assignment, whose configuration `grader.check` makes from a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pydantic import InstanceOf

from grader.assignment.config import Config
from grader.assignment.models import BufferSpec, LaunchConfig, PlannedLaunch, Points, RaceRules, Tile
from grader.labs.base import ConfigT, generator
from grader.labs.cases import Cases
from grader.labs.hints import HintRow, data_hints
from grader.labs.launching import CaseData, Contents, Launching, filled_with, filling_of
from grader.labs.traffic import Measured, Part
from grader.oracle import Making
from grader.results import Beyond, Ideal, Kind, LineCount, Recording, Requirement, Resources, Traffic, Words
from grader.results.kinds import KERNEL_RULES, SafetyRule


@dataclass(frozen=True, slots=True)
class SafetyItem:
    """An item of the rubric for faults whatever the results are: its name, its title, its points, its rules."""

    name: str
    title: str
    points: float
    rules: tuple[SafetyRule, ...]


class Lab(Cases[ConfigT], Launching[ConfigT]):
    """One kind of assignment: its cases and launches, what points depend on beside results, and what is said.

    `requirements_item` and `requirements_title` name the rubric's item in results and for readers. `loads_decide`: a
    kernel that loads as much as the baseline counts as the baseline, whatever its name. `tells` are facts that
    sentences of `words/counts.yaml` may ask for.
    """

    requirements_item, requirements_title = "requirements", "What is required of the counts"
    loads_decide = False
    tells: Mapping[str, str] = MappingProxyType({})

    def safety_items(self, config: ConfigT) -> tuple[SafetyItem, ...]:
        """Return the items for faults whatever the results are."""
        return (SafetyItem("safety", "Safe in any order of threads", config.points.safety, KERNEL_RULES),)

    def requirements(self, measured: Sequence[Measured], config: ConfigT) -> tuple[Requirement, ...]:
        """Return the assignment's requirements on memory accesses, judged; failed if accesses were not counted."""
        return ()

    def judges_warps(self, config: ConfigT) -> bool:
        """Return whether points depend on sectors or bank conflicts; then they are counted for faulty kernels, too."""
        return False

    def parts_counted(self, config: ConfigT) -> Mapping[str, Part]:
        """Return what is counted by itself for a requirement, because it is not about all launches and all buffers."""
        return {}

    def judges_work(self, config: ConfigT) -> bool:
        """Return whether points depend on how many threads work, which is counted separately."""
        return False

    def weight_of(self, row: LineCount, requirement: str, config: ConfigT) -> tuple[int, ...]:
        """Return how much a line contributes to a requirement that is not met; reports name the heaviest line."""
        return (row.global_loads,)

    def earned_share(self, requirements: Sequence[Requirement], config: ConfigT) -> float:
        """Return the part of the item's points that these judged requirements earn."""
        return 1.0

    def kind_of(self, requirement: str) -> Kind:
        """Return the kind of finding for a requirement that is not met."""
        return Kind.REQUIREMENT

    def ideal(self, traffic: Traffic) -> Ideal | None:
        """Return the fewest global loads that the lesson's idea alone can reach; None if unknown."""
        return None

    def hint_table(self, config: ConfigT) -> tuple[HintRow, ...]:
        """Return the hints for known misconceptions, a lab's own first."""
        return data_hints()

    def beyond(
        self,
        own: Traffic | None,
        needs: Resources | None,
        declared: Sequence[tuple[int, ...]],
        recording: Recording | None,
    ) -> Beyond | None:
        """Return what to try after full points; None if the lab has nothing to say.

        It depends on a kernel's counts, its resources, the dimensions of its shared arrays at that tile width, and a
        small run.
        """
        return None


class UnjudgedConfig(Config):
    """Launches in order, with what each passes, and the buffers that they share; the right results are unknown.

    A buffer is `unsaid` if a kernel may write to it and nothing says what it holds: it holds random numbers and counts
    as uninitialised, so a read of it shows that it is an input.
    """

    lab: str = "unjudged"
    assignment: str
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
    """The lab of any launch: nothing is judged."""

    least_fuel = 100_000_000  # as much as any kernel may need that ends
    tells = MappingProxyType({"own_launch": "yes"})

    def words(self, config: UnjudgedConfig) -> Words:
        """Return words for results that are not judged."""
        return Words(lab="generic", width="launch")

    def expected_parameters(self, config: UnjudgedConfig, launch: int) -> None:
        """Return nothing: `grader.check` says itself what does not fit."""

    def contents(self, data: CaseData) -> Making[Contents]:
        """Fill each buffer as its own description says, independent of the other buffers."""
        yield from ()
        return {
            name: filled_with(filling_of(spec.initial), shape, spec.layout, generator(data.seed, name))
            for name, spec, shape in data.buffers
        }


LAB = UnjudgedLab()
