"""All facts about a graded submission. The file's format is schema 2.

`whole` merges the results of several parts into those of the whole assignment; call it after any change of a part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import ConfigDict, Field

from grader.plaintext import points_of
from grader.results.base import ResultModel, Status, Words, added
from grader.results.findings import Case, Cause, Finding
from grader.results.kinds import Kind, Severity
from grader.results.measured import Beyond, LineCount, Performance, Recording


class Diagnostic(ResultModel):
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


class Resources(ResultModel):
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


class Compile(ResultModel):
    """The compilation, over all tile widths."""

    ok: bool
    compiler: str = "nvrtc"
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    resources: tuple[Resources, ...] = ()
    notes: tuple[str, ...] = ()


class BufferUse(ResultModel):
    """A buffer of such launches, and what they did with it.

    `filling` is what it held at first, empty where nobody said; of its elements so many were `stored`. Where it was
    read before anything was stored to it, that is on line `read_first`.
    """

    name: str
    element: str
    dims: tuple[int, ...]
    filling: str = ""
    stored: int = 0
    read_first: int = 0


class Check(ResultModel):
    """What `python -m grader check` launched: nothing is right or wrong there but what was found.

    `text` is as it was written, `threads` those of all launches together.
    """

    text: str
    threads: int = 0
    buffers: tuple[BufferUse, ...] = ()


SCHEMA = 2


class Submission(ResultModel):
    """What was graded. `source` is the student's text as decoded; reports show findings on its lines."""

    path: str
    student: str | None = None
    sha256: str
    source: str = ""

    @property
    def lines(self) -> list[str]:
        """The lines of the source, whatever its line ends are."""
        return self.source.replace("\r\n", "\n").replace("\r", "\n").split("\n")


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
    """One thing the assignment demands beside numbers (uses shared memory, cuts traffic, no races…).

    `counted` is false where the results are wrong, so that counts prove nothing. `share` is the part of its points that
    one earns which is not met.
    """

    name: str
    status: Status
    message: str
    counted: bool = True
    share: float = 0.0


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
        """What the grader itself failed at, in words; None if it judged all that is not `refused`."""
        if self.refused:
            return None
        for case in self.cases:
            if case.status is Status.ERROR:
                return f"{case.name}: {case.message or 'the grader failed'}"
        return next((item.message for item in self.findings if item.severity is Severity.GRADER), None)

    @property
    def refused(self) -> str | None:
        """What the submission needs and the grader does not have, in words; None if there is nothing like that."""
        return refusal(self.compile, self.findings)

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


_POINTS = re.compile(r": [\d.e+-]+ of [\d.e+-]+ points\.$")
_BRIEF: dict[str, object] = {"map": None, "first": None, "worst": None, "explanations": ()}


def whole_of(assignment: str, submission: Submission, reproduce: str, parts: Sequence[Part]) -> Results:
    """Return one submission's results, made from those of its parts (at least one)."""
    first = parts[0].results
    made = Results(
        assignment=assignment, submission=submission, device=first.device, seed=first.seed, score=0, max_score=0,
        passed=False, verdict="", compile=first.compile, environment=first.environment, reproduce=reproduce,
    )  # fmt: skip
    return whole(made, parts)


def whole(results: Results, parts: Sequence[Part]) -> Results:
    """Return the results with these parts. Recordings, maps, counts and sweeps are only in the parts."""
    each = [part.results for part in parts]
    score, worth = (added(getattr(one, name) for one in each) for name in ("score", "max_score"))
    passed = all(one.passed for one in each)
    # for a line that several parts use, the first counts
    lines = {row.line: row for one in reversed(each) for row in one.lines}
    lacking = next((one for one in each if one.fix_first), each[0])
    points = f"{points_of(score, worth)} points."
    if passed:
        verdict = f"Everything {'' if score >= worth else 'required '}passes: {points}"
    else:
        said = ((part.title, _POINTS.sub("", part.results.verdict)) for part in parts)
        verdict = f"{'; '.join(f'{title}: {text[:1].lower()}{text[1:]}' for title, text in said)}: {points}"
    without_source = []  # the whole contains it
    for part, one in zip(parts, each, strict=True):
        submission = one.submission.model_copy(update={"source": ""})
        without_source.append(part.model_copy(update={"results": one.model_copy(update={"submission": submission})}))
    return results.model_copy(
        update={
            "parts": tuple(without_source),
            "words": each[0].words if all(one.words == each[0].words for one in each) else Words(),
            "score": score,
            "max_score": worth,
            "passed": passed,
            "verdict": verdict,
            "fix_first": lacking.fix_first,
            "cause": lacking.cause,
            "compile": Compile(
                ok=all(one.compile.ok for one in each),
                compiler=each[0].compile.compiler,
                diagnostics=tuple(dict.fromkeys(item for one in each for item in one.compile.diagnostics)),
                seconds=round(sum(one.compile.seconds for one in each), 4),
                resources=tuple(row for one in each for row in one.compile.resources),
                notes=tuple(dict.fromkeys(note for one in each for note in one.compile.notes)),
            ),
            "cases": tuple(case.model_copy(update=_BRIEF) for one in each for case in one.cases),
            "findings": tuple(row.model_copy(update={"occurrences": ()}) for one in each for row in one.findings),
            "requirements": tuple(
                item.model_copy(update={"name": f"{part.name}/{item.name}"})
                for part in parts
                for item in part.results.requirements
            ),
            "rubric": tuple(
                item.model_copy(
                    update={"name": f"{part.name}/{item.name}", "title": f"{part.title}: {item.title or item.name}"}
                )
                for part in parts
                for item in part.results.rubric
            ),
            "lines": tuple(lines[line] for line in sorted(lines)),
            "output": "".join(one.output for one in each),
            "not_measured": tuple(dict.fromkeys(text for one in each for text in one.not_measured)),
            "seconds": round(sum(one.seconds for one in each), 4),
            "hidden": sum(one.hidden for one in each),
        }
    )


def refusal(compiled: Compile, findings: Sequence[Finding]) -> str | None:
    """Return what a submission needs and the grader does not have, in words; None if there is nothing like that."""
    if compiled.ok:
        return None
    lacking = (item for item in findings if item.kind is Kind.UNSUPPORTED)
    return next((item.message for item in lacking if item.severity is Severity.GRADER), None)
