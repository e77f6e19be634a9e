"""What requirements of a lab that is data say, and the counts that they may name."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from grader.assignment.models import AssignmentModel, Condition, Identifier
from grader.labs.traffic import COUNTS as OF_LAUNCHES
from grader.labs.traffic import Part

OF_WARPS = {
    "load_sectors": "global_load_sectors", "load_requests": "global_load_requests", "sectors": "global_sectors",
    "bank_conflicts": "bank_conflict_wavefronts", "shared_wavefronts": "shared_wavefronts",
    "working_threads": "working_threads", "branches": "branches", "divided_branches": "divided_branches",
}  # fmt: skip
"""Counts of warps, taken at one variant and at the published sizes only, with their fields of `Traffic`."""
COUNTS = (*OF_LAUNCHES, *OF_WARPS)
"""Counts of the student's kernel that a requirement may name; with `naive_` before them, of the baseline."""
OF_BUFFERS = (
    "global_loads", "global_load_bytes", "global_stores", "global_store_bytes", "atomics", "global_atomic_bytes",
    "load_sectors", "load_requests", "sectors",
)  # fmt: skip
"""Those of them that can be of one buffer."""
NEEDS = ("registers", "shared_bytes", "spilled_bytes", "occupancy")
"""What ptxas says of the student's kernel, of several launched kernels the largest; of occupancy the smallest."""
COUNT_NAMES = (*COUNTS, *(f"naive_{name}" for name in COUNTS), *NEEDS, "blocks", "threads")


class PartModel(AssignmentModel):
    """What earns a part of a requirement's points where that is not met."""

    require: Condition = Field(description="a comparison as the requirement's own, easier to satisfy")
    share: Annotated[float, Field(gt=0, lt=1)] = Field(description="the part of the requirement's points")
    otherwise: str = Field("", max_length=500, description="what to tell a student who gets this part and not all")


class RequirementModel(AssignmentModel):
    """What the counts must satisfy, at the sizes that `counted` names and at larger ones.

    Requirements earn their points in order: one that holds counts where all before it hold as well.
    """

    name: str = Field(min_length=1, max_length=80)
    require: Condition = Field(description="a comparison of counts, sizes and variants")
    at: Identifier | None = Field(None, description="the kernel of launches whose counts alone are meant; default: all")
    of: Identifier | None = Field(None, description="the buffer whose accesses alone are counted; default: all memory")
    weight: Annotated[float, Field(gt=0)] = Field(1.0, description="its part of points.requirements")
    otherwise: str = Field("", max_length=500, description="what to tell a student whose kernel does not satisfy it")
    partly: tuple[PartModel, ...] = Field(
        (), max_length=4, description="what earns a part of the points where it is not met; the first that holds counts"
    )

    @property
    def part(self) -> Part:
        """What it counts by itself."""
        return self.at, self.of

    @property
    def conditions(self) -> tuple[str, ...]:
        """All comparisons, its own first."""
        return self.require, *(part.require for part in self.partly)

    @property
    def counts(self) -> set[str]:
        """The names in its comparisons, those of the baseline's counts as of the kernel's."""
        names = re.findall(r"[A-Za-z_]\w*", " ".join(self.conditions))
        return {name.removeprefix("naive_") for name in names}
