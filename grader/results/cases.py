"""One case, its output if wrong, and explanations of the wrong numbers."""

from __future__ import annotations

from typing import Any

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from grader.results.base import ResultModel, Sizes, Status, Visibility


class Cell(ResultModel):
    """One element of the output: `bound` is the largest error that any order of operations can explain.

    Where elements are whole numbers, the values and the error are too.
    """

    index: tuple[int, ...]
    expected: int | float
    got: int | float
    error: int | float
    bound: float


class Explanation(ResultModel):
    """What wrong results are instead: the explanation's name and the numbers in it, as this case has them.

    `grader.report.finding_words` makes a sentence of it; nothing else is known of the cells than that they fit.
    """

    name: str
    facts: dict[str, int | str] = Field(default_factory=dict)


class ErrorMap(ResultModel):
    """The output of one failed case as text: a string a row of `.` right, `x` wrong, `u` never written, `n` not finite.

    Each character covers `step`×`step` cells and shows the worst of them (`step` is 1 up to 160 rows and columns).
    `samples` are up to 200 cells that are not right, in row order; `pattern` is a sentence where one fits. `array` is
    the output's name where it is another than the first. An output that is no matrix is drawn in rows of `fold`
    elements; then it has `elements`, and the last row may have more. One of more than two dimensions has `dims`: the
    rows of its planes stand below each other.
    """

    rows: int
    cols: int
    fold: int = 0
    elements: int = 0
    step: int
    tile_width: int
    cells: tuple[str, ...]
    samples: tuple[Cell, ...] = ()
    pattern: str | None = None
    array: str = ""
    dims: tuple[int, ...] = ()

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Omit `dims` where empty: most outputs are vectors and matrices."""
        return {name: value for name, value in handler(self).items() if name != "dims" or value}

    @property
    def size(self) -> int:
        """Number of cells of the output."""
        return self.elements or self.rows * self.cols


class Case(ResultModel):
    """One case at one tile width. `reason` says why the case exists; `reproduce` is the command that runs it alone.

    `map` and the cells that are counted are those of the first output that is not right, `more_maps` of the others.
    Of the cells that are not right, `first` comes first in memory, and `worst` is farthest off.
    """

    name: str
    family: str
    title: str = ""
    reason: str = ""
    sizes: Sizes
    tile_width: int
    grid: tuple[int, int, int] = (1, 1, 1)
    block: tuple[int, int, int] = (1, 1, 1)
    status: Status
    points: float
    max_points: float
    message: str = ""
    wrong_cells: int = 0
    unwritten_cells: int = 0
    nonfinite_cells: int = 0
    first: Cell | None = None
    worst: Cell | None = None
    map: ErrorMap | None = None
    seconds: float = 0.0
    visibility: Visibility = Visibility.VISIBLE
    reproduce: str = ""
    explanations: tuple[Explanation, ...] = ()
    more_maps: tuple[ErrorMap, ...] = ()

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Omit empty fields: most cases are right, and most kernels have one output."""
        return {name: value for name, value in handler(self).items() if name not in ("first", "more_maps") or value}
