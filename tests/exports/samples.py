"""Results made by hand: what the exports must carry over, and text that tries to break out."""

from __future__ import annotations

from grader.labs.matmul.product import WORDS
from grader.report.view import View
from grader.results import (
    Case,
    Compile,
    DeviceInfo,
    Diagnostic,
    Finding,
    Kind,
    Occurrence,
    OtherParty,
    Requirement,
    Results,
    RubricItem,
    Severity,
    Status,
    Submission,
    Visibility,
)

HOSTILE = (
    "</script><script>alert(1)</script> ::error::forged\n::set-output name=result::x\r\n##[error]forged "
    "\x1b[31mred\x1b[0m \x00 \u202egnp.exe ]]> | `x` @everyone =cmd() &amp; %0A ::stop-commands::x"
)


def case(name: str, status: Status = Status.PASSED, points: float = 10, **fields) -> Case:
    """One case of 34×34 worth 10 points."""
    return Case(
        name=name,
        family=fields.pop("family", "boundaries"),
        sizes={"M": 34, "K": 34, "N": 34},
        tile_width=16,
        status=status,
        points=points,
        max_points=10,
        **fields,
    )


def results(**fields) -> Results:
    """A kernel with a race and a failing hidden case: 70 of 100 points."""
    values = {
        "assignment": "Tiled matrix multiplication",
        "words": WORDS,
        "submission": Submission(path="starter/matmul.cu", student="Ada", sha256="0" * 64),
        "device": DeviceInfo(kind="cpu", name="emulator"),
        "seed": 7,
        "score": 70.0,
        "max_score": 100.0,
        "passed": False,
        "verdict": "1 of 6 cases is right, and the kernel has a data race.",
        "fix_first": "line 41 reads before line 38 has written",
        "compile": Compile(ok=True, seconds=0.0214),
        "cases": (
            case("34x34 ones", seconds=0.1234),
            case("34x34 random", Status.FAILED, 0, message="12 cells are wrong"),
            case("secret-prime", Status.FAILED, 0, message="all wrong", visibility=Visibility.HIDDEN, family="secret"),
            case("slow", Status.TIMEOUT, 0, message="stopped after 10 s"),
            case("broken", Status.ERROR, 10, message="the emulator failed"),
            case("left out", Status.SKIPPED, 10),
        ),
        "findings": (
            Finding(
                kind=Kind.DATA_RACE,
                severity=Severity.ERROR,
                line=41,
                column=9,
                case="34x34 ones",
                cases=("34x34 ones", "secret-prime"),
                block=(0, 0, 0),
                thread=(3, 0, 0),
                access="read",
                space="shared",
                array="Bs",
                other=OtherParty(line=38, thread=(2, 7, 0), block=(0, 0, 0), access="write"),
                count=1024,
                message="Thread (3,0) reads Bs[7][2], which thread (2,7) wrote on line 38, with no barrier between.",
                occurrences=(
                    Occurrence(
                        case="34x34 ones",
                        block=(0, 0, 0),
                        thread=(3, 0, 0),
                        index=(7, 2),
                        other=OtherParty(line=38, thread=(2, 7, 0), block=(0, 0, 0), access="write"),
                        count=900,
                    ),
                    Occurrence(case="secret-prime", block=(5, 6, 0), thread=(9, 9, 0), index=(8, 8), count=124),
                ),
                hint="is a __syncthreads() missing after loading the tile?",
            ),
            Finding(
                kind=Kind.OUT_OF_BOUNDS, severity=Severity.ERROR, line=50, case="secret-prime", message="only hidden"
            ),
            Finding(kind=Kind.BANK_CONFLICT, severity=Severity.WARNING, line=44, message="two ways"),
        ),
        "requirements": (Requirement(name="tiling", status=Status.PASSED, message="uses shared memory"),),
        "rubric": (
            RubricItem(name="correctness", title="Correctness", status=Status.FAILED, points=30, max_points=60),
            RubricItem(name="safety", title="Safety", status=Status.FAILED, points=10, max_points=10, message="a race"),
            RubricItem(name="tiling", title="Tiling", status=Status.PASSED, points=30, max_points=30),
        ),
        "output": "printed",
        "seconds": 1.23456,
    }
    return Results(**{**values, **fields})


def hostile() -> Results:
    """Everything that a student can put text into holds `HOSTILE`."""
    return results(
        verdict=HOSTILE,
        fix_first=HOSTILE,
        submission=Submission(path=HOSTILE, student=HOSTILE, sha256="0" * 64, source=HOSTILE),
        compile=Compile(
            ok=False,
            diagnostics=(Diagnostic(severity="error", file=HOSTILE, line=3, column=1, message=HOSTILE),),
        ),
        cases=(case(HOSTILE, Status.FAILED, 0, message=HOSTILE, family=HOSTILE),),
        findings=(Finding(kind=Kind.DEVICE_ASSERT, severity=Severity.ERROR, line=9, message=HOSTILE, hint=HOSTILE),),
        rubric=(RubricItem(name="x", title=HOSTILE, status=Status.FAILED, points=0, max_points=1, message=HOSTILE),),
        requirements=(Requirement(name=HOSTILE, status=Status.FAILED, message=HOSTILE),),
        output=HOSTILE,
    )


def shown(results: Results) -> View:
    """What a student is shown of them."""
    return View.for_student(results)
