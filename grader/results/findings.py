"""Facts of a grading: cases with their outputs, faults of a kernel, and the change that fixes it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pydantic import Field

from grader.results.base import ResultModel, Sizes, SparseModel, Status, Visibility
from grader.results.kinds import Kind, Severity


class Cell(ResultModel):
    """One element of the output: `bound` is the largest error that any order of operations can explain.

    Where elements are whole numbers, the values and the error are too. Nothing is `expected` where several results are
    right, and a check of the assignment's has judged them.
    """

    index: tuple[int, ...]
    expected: int | float | None
    got: int | float
    error: int | float
    bound: float


class Explanation(ResultModel):
    """What wrong results are instead: the explanation's name and the numbers in it, as this case has them.

    `grader.report.add_sentences` makes a sentence of it; nothing else is known of the cells than that they fit.
    """

    name: str
    facts: dict[str, int | str] = Field(default_factory=dict)


class ErrorMap(SparseModel):
    """The output of one failed case as text: a string a row of `.` right, `x` wrong, `u` never written, `n` not finite.

    Each character covers `step`×`step` cells and shows the worst of them (`step` is 1 up to 160 rows and columns).
    `samples` are up to 200 cells that are not right, in row order; `pattern` is a sentence where one fits. `array` is
    the output's name where it is another than the first. An output that is no matrix is drawn in rows of `fold`
    elements; then it has `elements`, and the last row may have more. One of more than two dimensions has `dims`: the
    rows of its planes stand below each other.
    """

    sparse = ("dims",)
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

    @property
    def size(self) -> int:
        """Number of cells of the output."""
        return self.elements or self.rows * self.cols


class Case(SparseModel):
    """One case at one tile width. `reason` says why the case exists; `reproduce` is the command that runs it alone.

    `map` and the cells that are counted are those of the first output that is not right, `more_maps` of the others.
    Of the cells that are not right, `first` comes first in memory, and `worst` is farthest off.
    """

    sparse = ("first", "more_maps", "scalars")
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
    scalars: Mapping[str, int | float] = Field(default_factory=dict)

    @property
    def values(self) -> Mapping[str, float]:
        """Its sizes and scalars, by name."""
        return {**self.sizes, **self.scalars}


class OtherParty(ResultModel):
    """The other access of a race."""

    line: int
    thread: tuple[int, int, int]
    block: tuple[int, int, int]
    access: str


class Related(SparseModel):
    """A further line that a finding is about, and in a few words what happens there.

    `file` is its file where that is not the submission's own; a finding's line is always one of that.
    """

    sparse = ("file",)
    line: int
    label: str
    file: str = ""


class Occurrence(SparseModel):
    """A finding as one case showed it first: the facts that sentences are made from. `count` is how often it did.

    `index` are the element's subscripts (one for a matrix, as the parameter is a plain pointer), `offset` its byte
    offset, which may lie outside; `cell` is its row and column in a matrix, `extent` a buffer's elements along each
    dimension, `declared` a shared array's sizes, `declared_on` the line that says so, `array_bytes` the size of what is
    neither; `size` is the access's own, in bytes. `stray_address` is where an access went that belongs to no array.
    `missing` says what alone would have helped (`fence`, `wait`, `stack`, `order`, `turns`) or that a barrier is the
    grid's (`block`) or that its mask lacks a `lane`, `said` what the one who saw it said itself. `unseen` means that
    optimised code does without the access, `next_turn` that the two accesses are of two turns of a loop, `chosen_by`
    names the variable that the finding's line sets. `first`, `worst` and `explanations` are those of wrong results.
    """

    case: str | None = None
    sizes: Sizes | None = None
    block: tuple[int, int, int] | None = None
    thread: tuple[int, int, int] | None = None
    other: OtherParty | None = None
    index: tuple[int, ...] = ()
    offset: int | None = None
    cell: tuple[int, ...] | None = None
    extent: tuple[int, ...] | None = None
    declared: tuple[int, ...] = ()
    declared_on: int = 0
    array_bytes: int | None = None
    size: int | None = None
    stray_address: int | None = None
    count: int = 1
    missing: str = ""
    said: str = ""
    unseen: bool = False
    next_turn: bool = False
    chosen_by: str = ""
    first: Cell | None = None
    worst: Cell | None = None
    explanations: tuple[Explanation, ...] = ()

    @property
    def at_once(self) -> int:
        """Elements that one access takes: 4 floats for a float4; 1 if unknown."""
        if not (self.size and self.array_bytes and self.extent):
            return 1
        return max(1, self.size * math.prod(self.extent) // self.array_bytes)


MAX_OCCURRENCES = 64
"""Limit for one finding."""


class Finding(SparseModel):
    """One fault in the student's code (or a warning about it).

    `line` and `column` count from 1 in the student's file, 0 when there is no one line; `array` is what it is about.
    `cases` lists every case that showed it, `occurrences` what happened there (one a case, at most
    `MAX_OCCURRENCES`, those of cases that the student may see before others). `grader.report.add_sentences` makes
    `message` of them and fills in the first one's facts: `case`, `block`, `thread`, `other`, `index`, `object` (the
    element as the source writes it, `Bs[7][2]`), `address` (its byte offset), and `count`, the sum over all cases.
    A finding without occurrences was not seen in a case, and says its message itself. `topic` links to the lesson's
    idea. `related` are further lines, the nearest first: a race's `other` is none of them.
    """

    sparse = ("related",)
    kind: Kind
    severity: Severity
    line: int = 0
    column: int = 0
    case: str | None = None
    cases: tuple[str, ...] = ()
    block: tuple[int, int, int] | None = None
    thread: tuple[int, int, int] | None = None
    access: str | None = None
    space: str | None = None
    array: str | None = None
    index: tuple[int, ...] = ()
    object: str | None = None
    address: int | None = None
    other: OtherParty | None = None
    count: int = 1
    message: str = ""
    hint: str | None = None
    topic: str | None = None
    instruction: str | None = None
    occurrences: tuple[Occurrence, ...] = ()
    related: tuple[Related, ...] = ()

    @property
    def has_no_room(self) -> bool:
        """Whether an access's array has no bytes, because the launch gives no dynamic shared memory.

        Then everything that a kernel does with the array is wrong, whatever else is found.
        """
        beyond = self.kind is Kind.OUT_OF_BOUNDS and self.space == "shared" and self.array is not None
        return beyond and any(seen.array_bytes == 0 for seen in self.occurrences)


class Sighting(ResultModel):
    """A finding of one case."""

    kind: Kind
    line: int = 0
    case: str = ""


class EditedLine(ResultModel):
    """What is wrong on one line: the family (`kind`) of the change that mends it, and what stands there `before`.

    That is at the place of the change's first part, in its `context`. Of a comparison with a wrong border, `left` and
    `right` are its sides; of a step that is missing, `left` is what does not move on; of a part too many, that part.
    Where a line has the same mistake twice, `right` is the second place, and `twin` the line of a second place on
    another one. Where one size stands in the place of another, `sides` has the arrays that they are sizes of, each with
    what the student calls its sides.
    `instead` is the access that the change sends to another element, or the value that it changes. Of two mistakes,
    `removes` is what this change alone removes of what was found, and the other one alone does not.
    """

    line: int = 0
    kind: str = ""
    before: str = ""
    context: str = ""
    left: str = ""
    right: str = ""
    twin: int = 0
    sides: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    instead: Explanation | None = None
    removes: tuple[Sighting, ...] = ()


class Cause(EditedLine):
    """Why the kernel is wrong: the change that mends everything, found by trying and then graded whole (`proved`).

    Where that takes two, `second` is the less sure one. `lines` are all lines that change, `edit` the whole change as a
    diff without context: empty where the assignment does not show it. `others` are the lines where another change
    would do as well. Of a text that does not compile, `compiles` says that it now does, and `proved` whether it is
    right as well. `remains` is a finding of another mistake that is left once the first one is mended, where no change
    is known that mends it; with line 0 the first one is known by what was found alone.
    """

    second: EditedLine | None = None
    proved: bool = False
    compiles: bool = False
    edit: str = ""
    lines: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    cases_mended: int = 0
    remains: Finding | None = None
