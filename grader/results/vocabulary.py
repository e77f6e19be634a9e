"""A lab's words for reports."""

from __future__ import annotations

import re

from grader.results.base import ResultModel, Sizes


class Words(ResultModel):
    """How a report speaks of one lab's data. `sizes` and `brief` name sizes in braces; empty, each is told by name.

    `legend` says what `brief` means, `width` is the short name of what cases run at several values of, the tile width
    as a rule. `output` is the array that is judged, `baseline` the kernel that others are compared with.
    """

    lab: str = ""
    sizes: str = ""
    brief: str = ""
    legend: str = ""
    width: str = "T"
    output: str = ""
    baseline: str = "naive"

    def tell(self, sizes: Sizes) -> str:
        """Return sizes for a sentence."""
        return _told(self.sizes, sizes)

    def tell_briefly(self, sizes: Sizes) -> str:
        """Return sizes for a table."""
        return _told(self.brief, sizes)

    @property
    def variant(self) -> str:
        """The full name of what `width` abbreviates."""
        return "tile width" if self.width == "T" else self.width

    @property
    def heading(self) -> str:
        """The heading of a column of sizes."""
        return re.sub("[{}]", "", self.brief) or "Sizes"

    def about(self, array: str | None) -> Words:
        """Return the same words for another output array; None keeps the usual one."""
        return self.model_copy(update={"output": array}) if array else self

    def cell(self, index: tuple[int, ...]) -> str:
        """Return an element of the output in source notation."""
        return self.output + "".join(f"[{place}]" for place in index)


def _told(template: str, sizes: Sizes) -> str:
    return template.format(**sizes) if template else ", ".join(f"{name} = {size}" for name, size in sizes.items())
