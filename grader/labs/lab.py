"""The methods of a lab: everything that depends on what a kernel is meant to compute.

The grader compiles, launches, checks, compares and counts for all labs in the same way. All methods have defaults for
any assignment of buffers, sizes and expressions; a lab overrides what it knows better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from grader.labs.base import ConfigT
from grader.labs.cases import Cases
from grader.labs.hints import HintRow, data_hints
from grader.labs.launching import Launching
from grader.labs.traffic import Measured, Part
from grader.results import Beyond, Ideal, Kind, LineCount, Recording, Requirement, Resources, Traffic
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
