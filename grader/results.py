"""The result of grading one submission: the only door between grading and reporting.

Every output (HTML, terminal, JUnit, Gradescope, gradebook…) is made from these models alone, so each can be rebuilt
from `results.json`. The file's format is schema 2; `schema()` gives its JSON Schema. Files of schema 1
are read too.
"""

from __future__ import annotations

import math
import re
from enum import Enum
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from grader.older_results import upgraded

SCHEMA = 2

SWEEP = "sweep"
"""The family of the cases that a sweep found."""

Sizes = dict[str, int]
"""By the names that the lab gives them."""


class Model(BaseModel):
    """Base of all result models: immutable, and strict about names so that a typo is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings", defer_build=True)


class Status(str, Enum):
    """How one case, requirement or criterion ended. `ERROR` is the grader's own fault and never costs points."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    TIMEOUT = "timeout"
    ERROR = "error"


class Severity(str, Enum):
    """`ERROR` costs points, `WARNING` teaches, `GRADER` is the grader's own fault."""

    ERROR = "error"
    WARNING = "warning"
    GRADER = "grader"


class Visibility(str, Enum):
    """Who may see a case: the words are Gradescope's."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"

    @property
    def hides(self) -> bool:
        """Whether a student may not see the case, or not yet."""
        return self is not Visibility.VISIBLE


class Kind(str, Enum):
    """What a finding is about."""

    COMPILE_ERROR = "compile-error"
    MISSING_KERNEL = "missing-kernel"
    WRONG_SIGNATURE = "wrong-signature"
    RESOURCE_LIMIT = "resource-limit"
    WRONG_RESULT = "wrong-result"
    UNWRITTEN_OUTPUT = "unwritten-output"
    INPUT_MODIFIED = "input-modified"
    OUT_OF_BOUNDS = "out-of-bounds"
    MISALIGNED_ACCESS = "misaligned-access"
    UNINITIALIZED_READ = "uninitialized-read"
    DATA_RACE = "data-race"
    BARRIER_DIVERGENCE = "barrier-divergence"
    EARLY_EXIT = "early-exit"
    DEVICE_ASSERT = "device-assert"
    DEVICE_TRAP = "device-trap"
    TIMEOUT = "timeout"
    NOT_TILED = "not-tiled"
    REQUIREMENT = "requirement"
    SLOW = "slow"
    UNCOALESCED_ACCESS = "uncoalesced-access"
    BANK_CONFLICT = "bank-conflict"
    UNSUPPORTED = "unsupported"
    TAMPERING = "tampering"


class Submission(Model):
    """What was graded. `source` is the student's text as decoded; reports show findings on its lines."""

    path: str
    student: str | None = None
    sha256: str
    source: str = ""


class DeviceInfo(Model):
    """Where it ran. `details` holds what the device says of itself (driver, compute capability, cores…)."""

    kind: str
    name: str
    details: dict[str, Any] = Field(default_factory=dict)


class Diagnostic(Model):
    """One message of the compiler; `severity` is error, warning or note.

    `line` and `column` count from 1, 0 when unknown; `code` is the compiler's number, which no file keeps.
    """

    severity: str
    file: str
    line: int
    column: int = 0
    message: str
    hint: str | None = None
    code: int | None = Field(None, exclude=True)


class Resources(Model):
    """What ptxas says that one kernel at one tile width needs, and whether a GPU could launch it.

    `kernel` is its name where several are launched.
    """

    kernel: str = ""
    tile_width: int
    registers: int
    spill_stores_bytes: int = 0
    spill_loads_bytes: int = 0
    stack_bytes: int = 0
    shared_bytes: int
    threads_per_block: int
    blocks_per_multiprocessor: int
    occupancy: float
    limited_by: str
    target: str
    launchable: bool


class Compile(Model):
    """The compilation, over all tile widths."""

    ok: bool
    compiler: str = "nvrtc"
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    resources: tuple[Resources, ...] = ()
    notes: tuple[str, ...] = ()


class Words(Model):
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


class Cell(Model):
    """One element of the output: `bound` is the largest error that any order of operations can explain."""

    index: tuple[int, ...]
    expected: float
    got: float
    error: float
    bound: float


class Explanation(Model):
    """What wrong results are instead: the explanation's name and the numbers in it, as this case has them.

    `grader.report.explanations` makes a sentence of it; nothing else is known of the cells than that they fit.
    """

    name: str
    facts: dict[str, int | str] = Field(default_factory=dict)


class ErrorMap(Model):
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
        """Most outputs are vectors and matrices."""
        return {name: value for name, value in handler(self).items() if name != "dims" or value}

    @property
    def size(self) -> int:
        """How many cells the output has."""
        return self.elements or self.rows * self.cols


class Case(Model):
    """One case at one tile width. `reason` says why the case exists; `reproduce` is the command that runs it alone.

    `map` and the cells that are counted are those of the first output that is not right, `more_maps` of the others.
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
    worst: Cell | None = None
    map: ErrorMap | None = None
    seconds: float = 0.0
    visibility: Visibility = Visibility.VISIBLE
    reproduce: str = ""
    explanations: tuple[Explanation, ...] = ()
    more_maps: tuple[ErrorMap, ...] = ()

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Most kernels have one output."""
        return {name: value for name, value in handler(self).items() if name != "more_maps" or value}


class OtherParty(Model):
    """The other access of a race."""

    line: int
    thread: tuple[int, int, int]
    block: tuple[int, int, int]
    access: str


class Occurrence(Model):
    """A finding as one case showed it first: the facts that sentences are made from. `count` is how often it did.

    `index` are the element's subscripts (one for a matrix, as the parameter is a plain pointer), `offset` its byte
    offset, which may lie outside; `cell` is its row and column in a matrix, `extent` a buffer's elements along each
    dimension, `declared` a shared array's sizes, `declared_on` the line that says so, `array_bytes` the size of what is
    neither; `size` is the access's own, in bytes. `stray_address` is where an access went that belongs to no array.
    `missing` says what alone would have helped (`fence`, `wait`, `stack`, `order`, `turns`), `said` what the one
    who saw it said itself. `unseen` means that optimised code does without the access, `chosen_by` names the
    variable that the finding's line sets. `worst` and `explanations` are those of wrong results.
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
    chosen_by: str = ""
    worst: Cell | None = None
    explanations: tuple[Explanation, ...] = ()

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Most facts are of one kind of finding only."""
        usual = type(self).model_fields
        return {name: value for name, value in handler(self).items() if getattr(self, name) != usual[name].default}

    @property
    def at_once(self) -> int:
        """How many of a buffer's elements the access takes, 4 of floats for a float4; 1 where that is not known."""
        if not (self.size and self.array_bytes and self.extent):
            return 1
        return max(1, self.size * math.prod(self.extent) // self.array_bytes)


MAX_OCCURRENCES = 64
"""Of one finding."""


class Finding(Model):
    """One fault in the student's code (or a warning about it).

    `line` and `column` count from 1 in the student's file, 0 when there is no one line; `array` is what it is about.
    `cases` lists every case that showed it, `occurrences` what happened there (one a case, at most
    `MAX_OCCURRENCES`, those of cases that the student may see before others). `grader.report.worded` makes `message`
    of them and fills in the first one's facts: `case`, `block`, `thread`, `other`, `index`, `object` (the element as
    the source writes it, `Bs[7][2]`), `address` (its byte offset), and `count`, the sum over all cases. A finding
    without occurrences was not seen in a case, and says its message itself. `topic` links to the lesson's idea.
    """

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


class Traffic(Model):
    """Measured global memory traffic of one kernel at one set of sizes, exact counts of accesses by threads."""

    kernel: str
    sizes: Sizes
    tile_width: int
    global_loads: int
    global_load_bytes: int
    global_stores: int
    global_store_bytes: int
    shared_loads: int
    shared_stores: int
    flop: int
    barriers: int
    atomics: int = 0
    loads_per_output: float
    flop_per_byte: float
    global_load_sectors: int | None = None
    global_load_requests: int | None = None
    global_sectors: int | None = None
    bank_conflict_wavefronts: int | None = None
    shared_wavefronts: int | None = None


class Ideal(Model):
    """What the lesson's idea alone can reach: loads from global memory a cell, and the sum that gives them."""

    loads_per_output: float
    words: str


class Timing(Model):
    """Paired timing of naive and student at these sizes, in milliseconds; `ratios` are naive/student, one a pair."""

    sizes: Sizes
    tile_width: int
    naive_ms: float
    student_ms: float
    reference_ms: float | None = None
    cublas_ms: float | None = None
    ratio: float
    ratio_low: float
    ratio_high: float
    confidence: float
    pairs: int
    ratios: tuple[float, ...] = ()
    gflops: float
    peak_share: float | None = None
    cublas_share: float | None = None
    conclusive: bool = True
    clocks: dict[str, Any] = Field(default_factory=dict)


class Threshold(Model):
    """One step of the performance grade: `share` of the points from `ratio` on."""

    ratio: float
    share: float


class Performance(Model):
    """The performance criterion: `time` on a GPU, `traffic` elsewhere. `share` of the points was earned."""

    criterion: str
    status: Status
    message: str = ""
    points: float = 0.0
    max_points: float = 0.0
    share: float = 0.0
    thresholds: tuple[Threshold, ...] = ()
    traffic: tuple[Traffic, ...] = ()
    traffic_ratio: float | None = None
    ideal: Ideal | None = None
    timing: tuple[Timing, ...] = ()
    explanation: str = ""


class LineCount(Model):
    """What the student's line did, summed over the threads of the case named in `Results.lines_case`."""

    line: int
    global_loads: int = 0
    global_load_bytes: int = 0
    global_stores: int = 0
    global_store_bytes: int = 0
    shared_loads: int = 0
    shared_load_bytes: int = 0
    shared_stores: int = 0
    shared_store_bytes: int = 0
    atomics: int = 0
    flop: int = 0
    barriers: int = 0
    sectors: int | None = None
    requests: int | None = None
    bank_wavefronts: int | None = None
    bank_ideal_wavefronts: int | None = None


class RubricItem(Model):
    """Points by rubric item: `correctness`, `safety`, `tiling`, `performance` by default."""

    name: str
    title: str
    status: Status
    points: float
    max_points: float
    message: str = ""


class Requirement(Model):
    """One thing the assignment demands beside numbers (uses shared memory, cuts traffic, no races…)."""

    name: str
    status: Status
    message: str


class SharedArray(Model):
    """A shared array of a recording, with its dimensions as declared, outermost first."""

    name: str
    dims: tuple[int, ...]
    dtype: str = "float"


Replays = Literal["all", "faulty"]
"""Whose small run is recorded: everybody's, or that of kernels with something to mend only."""


class Contents(Model):
    """What an array of a recording holds after the launch, in its natural shape, the last subscript fastest."""

    dims: tuple[int, ...]
    values: tuple[float, ...]


class WrongTerm(Model):
    """What a recording says of its first wrong cell; `line` added what is wrong, `blamed` is the line to look at first,
    where `name` gets its value if that is known.

    Of a `term` that does not belong in the sum, `got` and `right` name the factors (`A[0][2]`; empty where a value
    is in neither matrix, or nobody can say which was meant), and whether it had been added before (`again`). The
    wrong factor was `value` instead of `meant`; it was read from element `index` of `array`, while the right one
    `lies` in another one (−1: in none). Line `loaded` had put it there, in an earlier phase if it was `kept`; line
    `fetched` had loaded it. `missing` lists products that were never added, by their place along the inner
    dimension; or all are `zeros`. A sum was right (`meant`) and is `overwritten` in C, or `lost` before it comes
    there, by line `loaded`; or its `fraction` is lost. What is multiplied is `unused`, or its product `rounded`.
    """

    kind: Literal["term", "missing", "zeros", "overwritten", "lost", "fraction", "unused", "rounded"] = "term"
    cell: tuple[int, ...]
    line: int
    blamed: int = 0
    name: str = ""
    got: tuple[str, str] = ("", "")
    right: tuple[str, str] = ("", "")
    again: bool = False
    value: float = 0.0
    meant: float | None = None
    array: str = ""
    index: int = -1
    lies: tuple[str, int] = ("", -1)
    kept: bool = False
    loaded: int = 0
    fetched: int = 0
    missing: tuple[int, ...] = ()


class Recording(Model):
    """A recorded run of one block of the student's own kernel: what the replay and `trace` show.

    Events are rows `[thread, phase, line, op, object, index, value]` in the order they ran. `thread` is linear in the
    block, `phase` counts barriers passed, `op` is one of load, store, atomic, fma, barrier, exit. For load, store and
    atomic `object` is a buffer or a shared array and `index` the linear element in it (−1: outside the array); of an
    atomic `value` is what the element holds afterwards; for fma
    `object` is empty, `index` is 0 and `value` the result.
    `buffers` hold the inputs and, under the name `output`, what came out; `expected` is what should have. `wrong` is
    what all this says of the first wrong cell, where that can be told.

    `lab` reads what it means. Of several launches this is number `launch`, of `kernel`. In a lab that is data
    `before` has the buffers that change as they were before the launch; `found` lists the kinds of findings of the run
    with their lines, `wrong_elements` those of the output that are not right when all launches have ended, and
    `judged` says that nothing is launched after it.
    """

    case: str
    sizes: Sizes
    tile_width: int
    grid: tuple[int, int, int]
    block_dim: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: tuple[SharedArray, ...]
    buffers: dict[str, Contents]
    output: str
    expected: tuple[float, ...]
    events: tuple[tuple[int, int, int, str, str, int, float], ...]
    truncated: bool = False
    title: str = ""
    wrong: WrongTerm | None = None
    lab: str = "matmul"
    launch: int = 0
    kernel: str = ""
    before: dict[str, Contents] = Field(default_factory=dict)
    found: tuple[tuple[str, int], ...] | None = None
    wrong_elements: tuple[int, ...] = ()
    judged: bool = True

    @property
    def may_race(self) -> bool:
        """Whether its threads may race, as far as is known: more than whole barriers may order them."""
        return self.found is None or any(kind == Kind.DATA_RACE.value for kind, _ in self.found)

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A product's recording has nothing of what others have besides."""
        later = {name: value for name, value in _LATER.items() if getattr(self, name) == value}
        return {name: value for name, value in handler(self).items() if name not in later}


_LATER: dict[str, Any] = {
    "lab": "matmul", "launch": 0, "kernel": "", "before": {}, "found": None, "wrong_elements": (), "judged": True,
}  # fmt: skip


class Sweep(Model):
    """At how many shapes beside the cases the kernel is right, over all tile widths.

    `counterexample` names the case that was made of the first shape where it is not. All combinations of sizes up to
    `side` were among them, where that was asked for; `ended` says why a sweep ended before its end.
    """

    shapes: int
    tile_widths: tuple[int, ...] = ()
    counterexample: str = ""
    side: int = 0
    ended: str = ""


class Mistake(Model):
    """What is wrong on one line: the family (`kind`) of the change that mends it, and what stands there `before`.

    That is at the place of the change's first part, in its `context`.
    """

    line: int = 0
    kind: str = ""
    before: str = ""
    context: str = ""


class Cause(Mistake):
    """Why the kernel is wrong: the change that mends everything, found by trying and then graded whole (`proved`).

    Where that takes two, `second` is the less sure one. `lines` are all lines that change, `edit` the whole change as a
    diff without context: empty where the assignment does not show it. `others` are the lines where another change
    would do as well. Of a text that does not compile, `compiles` says that it now does, and `proved` whether it is
    right as well.
    """

    second: Mistake | None = None
    proved: bool = False
    compiles: bool = False
    edit: str = ""
    lines: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    cases_mended: int = 0


class Part(Model):
    """One of the kernels that an assignment asks for: all that is known of it, but for the text that it stands in."""

    name: str
    title: str
    results: Results


class Results(Model):
    """Everything that is known of one graded submission (`results.json`, schema 2).

    Of an assignment with several parts it says what is true of the whole; names of cases begin with the part's.
    """

    schema_: int = Field(default=SCHEMA, alias="schema")
    assignment: str
    words: Words = Words()
    submission: Submission
    device: DeviceInfo
    seed: int
    score: float
    max_score: float
    passed: bool
    verdict: str
    fix_first: str = ""
    compile: Compile
    cases: tuple[Case, ...] = ()
    findings: tuple[Finding, ...] = ()
    sweep: Sweep | None = None
    cause: Cause | None = None
    performance: Performance | None = None
    requirements: tuple[Requirement, ...] = ()
    rubric: tuple[RubricItem, ...] = ()
    lines: tuple[LineCount, ...] = ()
    lines_case: str = ""
    recordings: tuple[Recording, ...] = ()
    output: str = ""
    not_measured: tuple[str, ...] = ()
    environment: dict[str, Any] = Field(default_factory=dict)
    reproduce: str = ""
    seconds: float = 0.0
    hidden: int = 0
    """How many cases were taken out of a student's copy."""

    parts: tuple[Part, ...] = ()

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, ser_json_inf_nan="strings")

    @property
    def sections(self) -> tuple[Results, ...]:
        """What was graded by itself: the parts, each with the text that they have in common, or all of it."""
        return tuple(part.results.model_copy(update={"submission": self.submission}) for part in self.parts) or (self,)

    @property
    def fault(self) -> str | None:
        """What the grader itself failed at, in words; None where it could judge everything."""
        for case in self.cases:
            if case.status is Status.ERROR:
                return f"{case.name}: {case.message or 'the grader failed'}"
        return next((item.message for item in self.findings if item.severity is Severity.GRADER), None)

    def to_json(self) -> str:
        """The text of `results.json`."""
        return self.model_dump_json(by_alias=True, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Results:
        """Results of schema 2 or 1, read back; raises `pydantic.ValidationError` for any other text."""
        return cls.model_validate_json(upgraded(text))

    @classmethod
    def load(cls, path: Path) -> Results:
        """Results read from a file."""
        return cls.from_json(path.read_text(encoding="utf-8"))


def schema() -> dict[str, Any]:
    """The JSON Schema of `results.json`."""
    return Results.model_json_schema(by_alias=True)
