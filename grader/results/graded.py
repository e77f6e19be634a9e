"""All facts about a graded submission. The file's format is schema 2."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import ConfigDict, Field

from grader.results.base import ResultModel, Severity, Status
from grader.results.cases import Case
from grader.results.check import Check
from grader.results.compiling import Compile
from grader.results.findings import Cause, Finding
from grader.results.next_steps import Beyond
from grader.results.performance import LineCount, Performance
from grader.results.recordings import Recording
from grader.results.vocabulary import Words

SCHEMA = 2


class Submission(ResultModel):
    """What was graded. `source` is the student's text as decoded; reports show findings on its lines."""

    path: str
    student: str | None = None
    sha256: str
    source: str = ""


class DeviceInfo(ResultModel):
    """Where it ran. `details` holds what the device says of itself (driver, compute capability, cores…).

    `walls` stand around the process that compiled and ran the student's code; `missing_walls` do not, with the reason
    after a colon. Both are empty where nothing was run.
    """

    kind: str
    name: str
    details: dict[str, Any] = Field(default_factory=dict)
    walls: tuple[str, ...] = ()
    missing_walls: tuple[str, ...] = ()


class RubricItem(ResultModel):
    """Points by rubric item: `correctness`, `safety`, `tiling`, `performance` by default."""

    name: str
    title: str
    status: Status
    points: float
    max_points: float
    message: str = ""


class Requirement(ResultModel):
    """One thing the assignment demands beside numbers (uses shared memory, cuts traffic, no races…)."""

    name: str
    status: Status
    message: str


class Sweep(ResultModel):
    """At how many shapes beside the cases the kernel is right, over all tile widths.

    `counterexample` names the case that was made of the first shape where it is not. All combinations of sizes up to
    `side` were among them, where that was asked for; `ended` says why a sweep ended before its end.
    """

    shapes: int
    tile_widths: tuple[int, ...] = ()
    counterexample: str = ""
    side: int = 0
    ended: str = ""


class Adjustment(ResultModel):
    """What the course has made of the points: from here on `points` count; `words` tell the student why."""

    kind: Literal["lateness", "override"]
    points: float
    words: str


class Part(ResultModel):
    """One of the kernels that an assignment asks for: all that is known of it, but for the text that it stands in."""

    name: str
    title: str
    results: Results


class Results(ResultModel):
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
    """Number of cases removed from a student's copy."""

    parts: tuple[Part, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    """In the order they were made; `score` remains what the kernel earned."""
    check: Check | None = None
    beyond: Beyond | None = None

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, ser_json_inf_nan="strings")

    @property
    def final(self) -> float:
        """The points that count: those of the last adjustment, or the score."""
        return self.adjustments[-1].points if self.adjustments else self.score

    @property
    def sections(self) -> tuple[Results, ...]:
        """The results that were graded separately: the parts, each with the common source, or the whole."""
        return tuple(part.results.model_copy(update={"submission": self.submission}) for part in self.parts) or (self,)

    @property
    def fault(self) -> str | None:
        """What the grader itself failed at, in words; None if it judged everything."""
        for case in self.cases:
            if case.status is Status.ERROR:
                return f"{case.name}: {case.message or 'the grader failed'}"
        return next((item.message for item in self.findings if item.severity is Severity.GRADER), None)

    def to_json(self) -> str:
        """Return the text of `results.json`."""
        return self.model_dump_json(by_alias=True, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Results:
        """Parse the text of `results.json`. Raise `pydantic.ValidationError` for any other text."""
        return cls.model_validate_json(text)

    @classmethod
    def load(cls, path: Path) -> Results:
        """Read results from a file."""
        return cls.from_json(path.read_text(encoding="utf-8"))


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `results.json`."""
    return Results.model_json_schema(by_alias=True)
