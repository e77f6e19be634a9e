"""How a report speaks of one lab's data."""

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
        """Sizes as a sentence has them."""
        return _told(self.sizes, sizes)

    def tell_briefly(self, sizes: Sizes) -> str:
        """Sizes as a table has them."""
        return _told(self.brief, sizes)

    @property
    def variant(self) -> str:
        """The whole name of what `width` is short for."""
        return "tile width" if self.width == "T" else self.width

    @property
    def heading(self) -> str:
        """What a column of sizes is called."""
        return re.sub("[{}]", "", self.brief) or "Sizes"

    def about(self, array: str | None) -> Words:
        """The same words for another array than the usual output; none is the usual one."""
        return self.model_copy(update={"output": array}) if array else self

    def cell(self, index: tuple[int, ...]) -> str:
        """An element of the output as a source writes it."""
        return self.output + "".join(f"[{place}]" for place in index)


def _told(template: str, sizes: Sizes) -> str:
    return template.format(**sizes) if template else ", ".join(f"{name} = {size}" for name, size in sizes.items())
