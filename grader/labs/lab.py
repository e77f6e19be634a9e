"""What the grader asks of a lab: everything that depends on what a kernel is meant to compute.

The grader compiles, launches, checks, compares and counts for every lab alike. Each of the four halves answers for any
assignment of buffers, sizes and expressions; a lab overrides what it has more to say of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from grader.compiling.source_facts import SourceFacts
from grader.labs.base import ConfigT
from grader.labs.cases import Cases
from grader.labs.hints import HintRow, data_hints
from grader.labs.launching import Launching
from grader.labs.traffic import AccessLines, Measured
from grader.results import Beyond, Ideal, Kind, LineCount, Recording, Requirement, Resources, Traffic


class Judging(Generic[ConfigT]):
    """What points depend on beside results.

    `requirements_item` and `requirements_title` are the rubric's item for them, as results and as readers call it.
    `loads_decide` tells whether a kernel that loads as much as the baseline is the baseline, by whatever name.
    """

    requirements_item, requirements_title = "requirements", "What is required of the counts"
    loads_decide = False

    def requirements(self, measured: Sequence[Measured], config: ConfigT) -> tuple[Requirement, ...]:
        """What the assignment demands of a kernel's accesses to memory; failed where they were not counted."""
        return ()

    def judges_warps(self, config: ConfigT) -> bool:
        """Whether points depend on sectors or bank conflicts: then those of a kernel with a fault are counted too."""
        return False

    def judges_work(self, config: ConfigT) -> bool:
        """Whether points depend on how many threads work, and that is to be counted by itself."""
        return False

    def weight_of(self, row: LineCount, requirement: str, config: ConfigT) -> tuple[int, ...]:
        """How much a line has of what this requirement, which is not met, counts: the heaviest line is named."""
        return (row.global_loads,)

    def earned_share(self, requirements: Sequence[Requirement], config: ConfigT) -> float:
        """The part of the item's points that these, as they were judged, earn."""
        return 1.0

    def kind_of(self, requirement: str) -> Kind:
        """What it is called that this one of them is not met."""
        return Kind.REQUIREMENT

    def ideal(self, traffic: Traffic) -> Ideal | None:
        """The fewest loads from global memory that the lesson's idea alone can reach; None where that is not known."""
        return None


class Telling(Generic[ConfigT]):
    """What can be said of a kernel of this lab, and of no other.

    `tells_sums` tells whether it reads sums out of a recording, term by term; else a recording says itself what is
    wrong.
    """

    tells_sums = False

    def hint_table(self, config: ConfigT) -> tuple[HintRow, ...]:
        """What to say of known misconceptions; a lab's own first."""
        return data_hints()

    def traffic_words(self, tile_width: int) -> str:
        """What counted loads say of a kernel of this lab."""
        return "Nothing was timed: counted traffic decides."

    def time_words(self, traffic: Sequence[Traffic]) -> str:
        """What times say of a kernel of this lab, beside the traffic that was counted."""
        return ""

    def no_room_words(self, array: str | None) -> str:
        """What to say of an array that the launch gives no bytes of dynamic shared memory."""
        return (
            f"extern leaves the size of {array} to the launch, and this lab launches with no dynamic shared memory:"
            " give the array a size where it is declared."
        )

    def beyond(
        self,
        own: Traffic | None,
        needs: Resources | None,
        declared: Sequence[tuple[int, ...]],
        recording: Recording | None,
    ) -> Beyond | None:
        """What comes after all points; None where the lab has nothing to say.

        From the counts of a kernel, its resources and the dimensions of its shared arrays at that tile width, and a
        small run.
        """
        return None

    def line_of(self, explanation: str, lines: AccessLines, facts: SourceFacts) -> int:
        """The line of the source that an explanation points to.

        The line that was seen to write a wrong element, else that which stores most, or the kernel's own.
        """
        written = (facts.store_line(name) for name in sorted(lines.buffers))
        return lines.blamed or lines.line("store") or next(filter(None, written), facts.kernel_line)


class Lab(Cases[ConfigT], Launching[ConfigT], Judging[ConfigT], Telling[ConfigT]):
    """One kind of assignment."""
