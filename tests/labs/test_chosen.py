"""A lab whose kernel is launched with numbers that the student's file chooses."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.compiling.frontend import compile_cuda
from grader.compiling.values import ChosenConstant
from grader.grading.pipeline import Session
from grader.results import Kind, Results, Status
from grader.submissions.submission import decode_submission
from tests.labs.axpy import lab_of_files

KERNEL = """\
constexpr int THREADS = 64;
#define EACH 2
extern "C" __global__ void twice(const float *x, float *y, float *last, int n) {
    int first = (blockIdx.x * THREADS + threadIdx.x) * EACH;
    for (int i = first; i < first + EACH && i < n; ++i)
        y[i] = 2 * x[i];
    if (threadIdx.x == 0)
        last[blockIdx.x] = 2 * x[min(n, (int)((blockIdx.x + 1) * THREADS * EACH)) - 1];
}
"""
CONFIG = """\
lab: generic
assignment: Twice
submission: starter/twice.cu
sizes: [n]
buffers:
  x: {in: [n]}
  y: {out: [n]}
  last: {out: ["ceildiv(n, THREADS * EACH)"]}
chosen:
  THREADS: {between: [1, 2048]}
  EACH: {}
kernel: twice
parameters: [x, y, last, n]
launch: {block: [THREADS], grid: ["ceildiv(n, THREADS * EACH)"]}
points: {correctness: 60, requirements: 40}
counted: {n: 4096}
replayed: {n: 100}
requirements:
  - {name: few threads, require: blocks * THREADS * EACH < n + THREADS * EACH}
  - {name: several each, require: EACH >= 2}
sweep: {work: 5}
"""
ORACLE = """\
def expected(inputs, sizes, variant):
    y = 2 * inputs["x"]
    length = variant["THREADS"] * variant["EACH"]
    return {"y": y, "last": [y[min(sizes["n"], first + length) - 1] for first in range(0, sizes["n"], length)]}
"""
CASES = "title: Lengths\nreason: Some.\ncases: [{name: few, n: 100}, {name: many, n: 1000}]\n"


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """The lab; its solution chooses blocks of 64 threads with two elements each."""
    return lab_of_files(
        tmp_path,
        {
            "config.yaml": CONFIG,
            "testcases/lengths.yaml": CASES,
            "reference/oracle.py": ORACLE,
            "reference/solution.cu": KERNEL,
            "starter/twice.cu": KERNEL,
        },
    )


def graded(lab: Path, text: str) -> Results:
    """Grade a text."""
    with Session(load_assignment(lab), workers=1) as session:
        return session.grade(decode_submission(text.encode(), path=Path("twice.cu"))).results


@pytest.mark.parametrize(
    ("lines", "block"),
    [
        ("constexpr int THREADS = 64;\n#define EACH 2", 64),
        ("enum { THREADS = 96, EACH = 3 };", 96),
        ("const unsigned THREADS = 4 * sizeof(double);\nconstexpr int EACH = THREADS / 8;", 32),
        ("template <int N> constexpr int of = N;\n#define THREADS of<33>\nconstexpr long long EACH{5};", 33),
    ],
)
def test_a_kernel_is_launched_with_its_files_constants(lab: Path, lines: str, block: int) -> None:
    """Cases, the sweep, the counts and the replay follow them, and so do buffers and the oracle."""
    results = graded(lab, KERNEL.replace("constexpr int THREADS = 64;\n#define EACH 2", lines))
    assert results.score == 100, results.findings
    assert {case.block for case in results.cases} == {(block, 1, 1)}
    assert results.compile.resources[0].threads_per_block == block
    assert results.sweep is not None and results.sweep.shapes > 5
    assert results.recordings[0].block == (0, 0, 0)
    assert results.compile.notes[0].startswith(f"Launched with THREADS = {block} and EACH = ")


def test_requirements_may_name_what_a_file_chooses(lab: Path) -> None:
    """They are judged by its own numbers."""
    results = graded(lab, KERNEL.replace("EACH 2", "EACH 1"))
    assert [item.status for item in results.requirements] == [Status.PASSED, Status.FAILED]


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        ("const int THREADS = 0;\n#define EACH 2", 1, "THREADS is 0; in this assignment it may be from 1 to 2,048"),
        ("const long THREADS = 1LL << 31;\n#define EACH 2", 1, "THREADS is 2,147,483,648; in this assignment it"),
        ("const int THREADS = 64;\n#define EACH (-1)", 2, "EACH is -1; in this assignment it may be from 1 to 1,024"),
        ("const int THREADS = 64;\n#define EACH (1 - 1)", 2, "EACH is 0; in this assignment it"),
        ("const int EACH = 2;\n#define THREADS 1025", 2, "With THREADS = 1,025 and EACH = 2 the kernel cannot be"),
        ("const float THREADS = 64;\n#define EACH 2", 1, "it must be a whole number that the compiler knows"),
        ("__device__ int THREADS = 64;\n#define EACH 2", 1, "it must be a whole number that the compiler knows"),
        ("const int THREADS = 64;\n#define EACH blockDim.x", 2, "it must be a whole number that the compiler knows"),
        ("const int THREADS = 64;\n#define EACH", 2, "it must be a whole number that the compiler knows"),
        ("const int THREADS = 64;\nconst int EECH = 2;", 2, "There is no constant EACH"),
        ("const int THREADS = 64;\n", 3, "There is no constant EACH"),
    ],
)
def test_numbers_that_cannot_be_launched_are_told_on_their_line(lab: Path, lines: str, line: int, said: str) -> None:
    """They are the student's to mend: nothing is launched, and no fault is the grader's."""
    kernel = KERNEL[KERNEL.index("extern") :].replace("THREADS", "64").replace("EACH", "2")
    results = graded(lab, f"{lines}\n{kernel}")
    found = results.findings[0]
    assert (results.score, found.kind, found.line) == (0, Kind.INVALID_LAUNCH, line)
    assert said in found.message


def test_a_file_that_does_not_compile_is_told_of_nothing_else(lab: Path) -> None:
    """What is missing for the launch may follow from the compiler's error."""
    results = graded(lab, KERNEL.replace("2 * x[i];", "2 * x[i]"))
    assert [item.kind for item in results.findings] == [Kind.COMPILE_ERROR]


def test_the_solution_must_have_the_constants(lab: Path) -> None:
    """If it has not, no student can be right: the assignment is at fault."""
    (lab / "reference" / "solution.cu").write_text(KERNEL.replace("THREADS", "SIZE"))
    with pytest.raises(AssignmentError, match=r"config\.yaml:\d+: chosen: .*There is no constant THREADS"):
        graded(lab, KERNEL.replace("THREADS", "SIZE"))


def test_a_baseline_may_have_a_launch_without_them(lab: Path) -> None:
    """Its own launch cannot name what students choose; it has none of it."""
    path = lab / "config.yaml"
    path.write_text(CONFIG + "baseline: {block: [128], grid: [1]}\n")
    load_assignment(lab)
    path.write_text(CONFIG + "baseline: {block: [THREADS], grid: [1]}\n")
    with pytest.raises(AssignmentError, match=r"baseline\.block: .*THREADS"):
        load_assignment(lab)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("EACH: {}", "EACH: {between: [4, 2]}", "between is 4 to 2: the second must not be smaller"),
        ("EACH: {}", "EACH: {constant: 'a b'}", "constant"),
        ("EACH: {}", "n: {}", "n is the name of a size and of a number to choose"),
        ("EACH: {}", "blocks: {}", "'blocks' means something else in expressions"),
        ("{name: few, n: 100}", "{name: few, n: 2 * THREADS}", "THREADS"),
    ],
)
def test_what_cannot_be_chosen_is_told_of_the_assignment(lab: Path, old: str, new: str, said: str) -> None:
    """Sizes of cases are the assignment's, and names have one meaning."""
    for file in ("config.yaml", "testcases/lengths.yaml"):
        path = lab / file
        path.write_text(path.read_text().replace(old, new))
    with pytest.raises(AssignmentError, match=said):
        load_assignment(lab)


def test_constants_of_a_struct_or_a_namespace_are_named_in_full(lab: Path) -> None:
    """`constant` says what the file calls a number."""
    path = lab / "config.yaml"
    path.write_text(CONFIG.replace("{between: [1, 2048]}", "{constant: Launch::threads}"))
    text = KERNEL.replace("constexpr int THREADS = 64;", "struct Launch { static constexpr int threads = 32; };")
    text = text.replace("THREADS", "Launch::threads")
    (lab / "reference" / "solution.cu").write_text(text)
    shutil.copy(lab / "reference" / "solution.cu", lab / "reference" / "baseline.cu")
    results = graded(lab, text)
    assert (results.score, results.cases[0].block) == (100, (32, 1, 1))


def test_reading_constants_leaves_the_ptx_as_it_is() -> None:
    """What tells their values is not there any more when the kernel is run."""
    asked = (ChosenConstant(name="THREADS", text="THREADS", least=1, most=1024),)
    made = [compile_cuda(KERNEL, kernel="twice", chosen=chosen) for chosen in ((), asked)]
    assert made[0].ptx == made[1].ptx
    assert (made[1].chosen["THREADS"].value, made[1].chosen["THREADS"].line) == (64, 1)
