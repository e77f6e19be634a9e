"""Realistic results made by hand: what the report is tested and looked at with, without running the grader."""

from __future__ import annotations

import hashlib

from grader.labs.matmul.product import WORDS
from grader.results import (
    Compile,
    DeviceInfo,
    Diagnostic,
    ErrorMap,
    Finding,
    Kind,
    OtherParty,
    Requirement,
    Results,
    Severity,
    Status,
    Submission,
    Threshold,
)
from tests.products import ProductShape
from tests.report.sample_cases import SHAPES, boundary_map, cases, mixed_map
from tests.report.sample_figures import lines, performance, resources, rubric, timing
from tests.report.sample_kernel import LOAD_A, MULTIPLY, NO_GUARD, NO_SECOND_BARRIER, SOURCE, record


def results(source: str = SOURCE, **changes: object) -> Results:
    """The reference's perfect results, with any field replaced."""
    fields: dict[str, object] = {
        "assignment": "Tiled matrix multiplication",
        "words": WORDS,
        "submission": Submission(
            path="starter/matmul.cu",
            student=None,
            sha256=hashlib.sha256(source.encode("utf-8", "replace")).hexdigest(),
            source=source,
        ),
        "device": DeviceInfo(kind="cpu", name="PTX emulator (2 cores)", details={"architecture": "compute_80"}),
        "seed": 2026,
        "score": 100.0,
        "max_score": 100.0,
        "passed": True,
        "verdict": "Everything passes: all cases are right, no faults were found, and the kernel is really tiled.",
        "compile": Compile(ok=True, seconds=0.022, resources=(resources(16), resources(32))),
        "cases": cases(),
        "performance": performance(),
        "requirements": (
            Requirement(name="shared-memory", status=Status.PASSED, message="Uses shared memory"),
            Requirement(name="traffic", status=Status.PASSED, message="Loads 16× fewer floats than the naive kernel"),
        ),
        "rubric": rubric(),
        "lines": lines(),
        "lines_case": "128×128×128, T = 16",
        "recordings": (record(),),
        "not_measured": ("Time: no GPU was found on this machine.",),
        "environment": {"python": "3.11.2", "cupy": "13.3.0", "nvrtc": "12.4"},
        "reproduce": "python -m grader starter/matmul.cu --seed 2026 --device cpu",
        "seconds": 1.9,
    }
    return Results(**{**fields, **changes})  # type: ignore[arg-type]


def reference() -> Results:
    """100 points, no findings."""
    return results()


RACE = Finding(
    kind=Kind.DATA_RACE,
    severity=Severity.ERROR,
    line=MULTIPLY,
    column=20,
    case="random-34@16",
    cases=("random-34@16", "ones-twos-34@16", "square-2T@16"),
    block=(0, 0, 0),
    thread=(5, 0, 0),
    access="read",
    space="shared",
    array="As",
    object="As[0][3]",
    address=12,
    other=OtherParty(line=LOAD_A, thread=(3, 0, 0), block=(0, 0, 0), access="write"),
    count=1024,
    message="line 25: thread (5,0) reads As[0][3], which thread (3,0) writes on line 20 with no barrier between",
    hint="A __syncthreads() is missing after the multiply-adds, before the next phase overwrites the tile.",
    topic="barriers",
)


def missing_barrier() -> Results:
    """The second barrier is missing: every number may be right, and the race is found all the same."""
    return results(
        source=NO_SECOND_BARRIER,
        score=80.0,
        passed=False,
        verdict="The results are right, but the threads race: it works here by luck.",
        fix_first="Line 25: a barrier is missing between reading a tile and overwriting it.",
        findings=(RACE,),
        rubric=rubric(safety=0),
        lines=(),
        recordings=(record(second_barrier=False),),
    )


def boundary_bug() -> Results:
    """A's guard is missing: wrong numbers at every size that is no multiple, and reads past the end."""
    finding = Finding(
        kind=Kind.OUT_OF_BOUNDS,
        severity=Severity.ERROR,
        line=LOAD_A,
        column=22,
        case="ones-twos-34@16",
        cases=("ones-twos-34@16", "random-34@16"),
        block=(0, 2, 0),
        thread=(0, 2, 0),
        access="read",
        space="global",
        array="A",
        object="A[34][0]",
        address=4624,
        count=712,
        message="line 20: thread (0,2) of block (0,2) reads A[34][0], but A has 34 rows",
        hint="The load of A needs row < M && p * TILE_WIDTH + tx < K, and 0 where it is false.",
        topic="boundaries",
    )
    chart = boundary_map()
    return results(
        source=NO_GUARD,
        score=46.0,
        passed=False,
        verdict="Right on multiples of the tile width, wrong elsewhere.",
        fix_first="Line 20: A is read without a guard.",
        findings=(finding,),
        cases=cases({"ones-twos-34": chart, "random-34": mixed_map()}),
        rubric=rubric(correctness=31, safety=0),
        recordings=(
            record(),
            record(ProductShape(34, 34, 34), 16, (2, 0, 0), guard_a=False, case="ones-twos-34@16"),
        ),
    )


def compile_error() -> Results:
    """Nothing ran: a semicolon is missing."""
    source = SOURCE.replace("float sum = 0.0f;", "float sum = 0.0f")
    diagnostic = Diagnostic(severity="error", file="matmul.cu", line=16, column=5, message='expected a ";"')
    finding = Finding(
        kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, line=16, column=5, message='line 16: expected a ";"'
    )
    return results(
        source=source,
        score=0.0,
        passed=False,
        verdict="The file does not compile.",
        fix_first='Line 16: expected a ";".',
        compile=Compile(ok=False, diagnostics=(diagnostic,), seconds=0.01),
        cases=cases(status=Status.SKIPPED),
        findings=(finding,),
        rubric=rubric(0, 0, 0, 0),
        performance=None,
        lines=(),
        recordings=(),
        requirements=(),
    )


HOSTILE = "</script><script>document.title='pwned'</script>\"'><img src=x onerror=alert(1)>\u202e\u2028\x00\x1b[31m<!--"


def hostile() -> Results:
    """Every text a student controls is an attack on the page."""
    source = f"// {HOSTILE}\n" + SOURCE
    finding = Finding(
        kind=Kind.DEVICE_ASSERT,
        severity=Severity.ERROR,
        line=1,
        message=HOSTILE,
        hint=HOSTILE,
        object=HOSTILE,
        topic=HOSTILE,
    )
    spoilt = record().model_copy(update={"title": HOSTILE, "case": HOSTILE})
    changed = results(source=source)
    return changed.model_copy(
        update={
            "submission": Submission(path=HOSTILE, student=HOSTILE, sha256="0" * 64, source=source),
            "verdict": HOSTILE,
            "fix_first": HOSTILE,
            "findings": (finding,),
            "output": HOSTILE + "\n" + "x" * 1_000_000,
            "recordings": (spoilt,),
            "compile": Compile(
                ok=True,
                diagnostics=(Diagnostic(severity="warning", file=HOSTILE, line=1, message=HOSTILE),),
                notes=(HOSTILE,),
            ),
            "environment": {HOSTILE: HOSTILE},
            "reproduce": HOSTILE,
            "passed": False,
        }
    )


def skeleton() -> Results:
    """The untouched starter: compiles, writes nothing."""
    chart = ErrorMap(rows=34, cols=34, step=1, tile_width=16, cells=("u" * 34,) * 34, pattern="Nothing was written.")
    finding = Finding(
        kind=Kind.UNWRITTEN_OUTPUT,
        severity=Severity.ERROR,
        case="square-1T@16",
        cases=("square-1T@16",),
        count=256,
        message="No thread stores to C.",
        hint="Fill in the TODOs, the store to C last.",
    )
    return results(
        score=5.0,
        passed=False,
        verdict="The skeleton compiles, and C is never written.",
        fix_first="Write the result to C.",
        findings=(finding,),
        cases=cases({name: chart for _, name, *_ in SHAPES}),
        rubric=rubric(0, 5, 0, 0),
        recordings=(),
        performance=performance(1.0),
    )


def grader_fault() -> Results:
    """The grader's own failure: it costs the student nothing and says so."""
    finding = Finding(
        kind=Kind.UNSUPPORTED,
        severity=Severity.GRADER,
        line=25,
        message="line 25: the emulator does not know wmma.mma.sync",
        instruction="wmma.mma.sync.aligned",
    )
    return results(
        score=100.0,
        passed=False,
        verdict="The grader could not run this kernel; this is not your fault.",
        findings=(finding,),
        cases=cases(status=Status.ERROR),
        rubric=tuple(item.model_copy(update={"status": Status.ERROR}) for item in rubric()),
        performance=None,
        recordings=(),
        lines=(),
    )


def timed() -> Results:
    """Graded on a GPU, with paired timing."""
    return results(
        device=DeviceInfo(kind="gpu", name="NVIDIA H200", details={"compute_capability": "9.0"}),
        performance=performance(criterion="time", timing=(timing(), timing(1.2, conclusive=False)),
                                thresholds=(Threshold(ratio=1.1, share=0.5), Threshold(ratio=1.3, share=1.0)),
                                message="Your kernel is 1.51× as fast as the naive one."),
        not_measured=(),
    )  # fmt: skip


ALL = {
    "reference": reference,
    "missing-barrier": missing_barrier,
    "boundary-bug": boundary_bug,
    "compile-error": compile_error,
    "hostile": hostile,
    "skeleton": skeleton,
    "grader-fault": grader_fault,
    "timed": timed,
}
