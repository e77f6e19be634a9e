"""Launches in loops: which are made, with which numbers, on whose memory, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.assignment.expressions import ExpressionError, turns_of
from grader.devices.base import BufferArgument, Compiled
from grader.grading.launching import make_launch
from grader.grading.pipeline import Session
from grader.grading.replays import record_kernel
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.lab import LAB as GENERIC
from grader.oracle import open_oracle
from grader.results import Kind, Results, Status
from grader.submissions.submission import decode_submission

CONFIG = """
lab: generic
assignment: Scan in log n launches
submission: scan.cu
sizes: [n]
buffers:
  a: {inout: [n], element: int}
  b: {scratch: [n], element: int}
variants: {BLOCK: [32]}
launches:
  - repeat: "d = 1; d < n; d *= 2"
    swap: [a, b]
    kernel: add
    parameters: [a, b, d, n]
    block: [BLOCK]
    grid: ["ceildiv(n, BLOCK)"]
points: {correctness: 80, safety: 20}
replayed: {BLOCK: 4, n: 6}
sweep: {work: 0}
"""
SCAN = """
extern "C" __global__ void add(const int *in, int *out, int d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + (i >= d ? in[i - d] : 0);
}
"""


def scan_in_loops(folder: Path) -> Path:
    """The lab; one case has an odd number of turns, the other one an even number."""
    for name in ("testcases", "reference"):
        (folder / name).mkdir()
    (folder / "config.yaml").write_text(CONFIG.lstrip())
    cases = "title: Few\nreason: Two.\ncases: [{name: odd, n: 40}, {name: even, n: 64}, {name: once, n: 2}]\n"
    (folder / "testcases" / "few.yaml").write_text(cases.replace("n: 40", "n: 20"))
    answer = "import numpy as np\n\n\ndef expected(inputs, sizes):\n    return {'a': np.cumsum(inputs['a'])}\n"
    (folder / "reference" / "oracle.py").write_text(answer)
    for name in ("scan.cu", "reference/solution.cu", "reference/baseline.cu"):
        (folder / name).write_text(SCAN)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same, for one test."""
    return scan_in_loops(tmp_path)


def graded(folder: Path, old: str = "", new: str = "") -> Results:
    """The verdict on the solution, with one change."""
    assert old in SCAN
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        return session.grade(decode_submission(SCAN.replace(old, new, 1).encode(), path=Path("k.cu"))).with_cause()


@pytest.mark.parametrize(
    ("loops", "numbers"),
    [
        ([], [{}]),
        (["d = 1; d < n; d *= 2"], [{"d": 1}, {"d": 2}, {"d": 4}, {"d": 8}]),
        (["int i = 0; i < 3; i++"], [{"i": 0}, {"i": 1}, {"i": 2}]),
        (["s = n / 2; s >= 3; s >>= 1"], [{"s": 5}]),
        (["k = 4; k > 0; k -= BLOCK"], [{"k": 4}, {"k": 2}]),
        (
            ["k = 2; k <= 4; k <<= 1", "j = k / 2; j > 0; j /= 2"],
            [{"k": 2, "j": 1}, {"k": 4, "j": 2}, {"k": 4, "j": 1}],
        ),
        (["d = n; d < n; d++"], []),
    ],
)
def test_loops_are_read_as_the_hosts(loops: list[str], numbers: list[dict[str, int]]) -> None:
    """The inner one may depend on the outer one's number, both on sizes and on the variant."""
    assert list(turns_of(loops, {"n": 10, "BLOCK": 2})) == numbers


@pytest.mark.parametrize(
    ("loop", "message"),
    [
        ("d = 1; d < n", "is no loop: expected one as k = 2; k <= n; k"),
        ("d = 1; e < n; e *= 2", "is no loop"),
        ("d = 1; d; d *= 2", "expected one comparison"),
        ("d = 1; d < m; d *= 2", "'m' has no value here"),
        ("d = 1; d < n; d *= 1", "does not end within 512 turns"),
        ("d = 1; d < n; d /= 0", "divides by zero"),
        ("n = 1; n < 4; n++", "the loop's name 'n' is taken already"),
        ("d = n / 4; d < n; d++", "a whole number is needed"),
        ("d = __import__('os').getpid(); d < n; d++", "may be used"),
    ],
)
def test_what_is_no_loop_is_told(loop: str, message: str) -> None:
    """Before anything is launched."""
    with pytest.raises(ExpressionError, match=message):
        turns_of([loop], {"n": 10})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("d < n; d *= 2", "d < n; d", r"config\.yaml:10: launches\[0\]\.repeat: .* is no loop"),
        (
            "d < n; d *= 2",
            "d < n; d += 0",
            r"config\.yaml:10: launches\[0\]\.repeat: .* within 512 turns \(in the case odd",
        ),
        (
            "d = 1; d < n",
            "d = 2; d < n",
            r"config\.yaml:9: launches: nothing is launched: no loop has a turn \(in the case once",
        ),
        ("[a, b, d, n]", "[a, b, e, n]", r"parameters\[2\]: 'e' has no value here"),
        ("[a, b]\n", "[a, c]\n", "swap exchanges buffers that are out, inout or scratch, of the same .*, not a and c"),
        ("b: {scratch: [n]", "b: {scratch: [n + 1]", "swap exchanges buffers .* of the same dimensions and elements"),
        ("block: [BLOCK]", "block: [BLOCK * d * 2]", r"launches\[0\]\.block: .* a block has at most 1,024"),
    ],
)
def test_a_mistake_in_a_loop_is_told_with_its_place(folder: Path, old: str, new: str, message: str) -> None:
    """Every turn of every case is looked at."""
    path = folder / "config.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(AssignmentError, match=message):
        load_assignment(folder)


def test_each_turn_is_a_launch_on_exchanged_buffers(folder: Path) -> None:
    """What the last one writes is judged, whichever memory it lies in."""
    assignment = load_assignment(folder)
    assert isinstance(assignment.config, GenericConfig)
    oracle = open_oracle(assignment)
    assert oracle is not None
    case = next(case for case in assignment.cases() if case.name == "odd")
    made = GENERIC.make_problem(case, assignment.config, seed=1, oracle=oracle)
    oracle.close()
    launch = make_launch(assignment.config, Compiled(ok=True), made)
    a, b = BufferArgument("a"), BufferArgument("b")
    assert [step.arguments[:3] for step in launch.steps] == [(a, b, 1), (b, a, 2), (a, b, 4), (b, a, 8), (a, b, 16)]
    assert made.memory_of("a") == "b"


def test_a_scan_in_a_loop_is_right_however_often_it_turns(folder: Path) -> None:
    """Once, five times, six times."""
    results = graded(folder)
    assert [case.status for case in results.cases] == [Status.PASSED] * 3
    assert results.passed


def test_a_mistake_in_a_loop_is_found(folder: Path) -> None:
    """The line that is wrong in a later turn, too."""
    results = graded(folder, "i >= d", "i > d")
    (finding,) = [item for item in results.findings if item.kind is Kind.WRONG_RESULT]
    assert (finding.line, finding.array) == (5, "a")
    assert results.cause is not None


def test_one_turn_can_be_looked_at(folder: Path) -> None:
    """By its number among all launches; what it writes is shown with whose memory it is."""
    source = decode_submission(SCAN.encode(), path=Path("k.cu"))
    recording, _, problems = record_kernel(load_assignment(folder), source, launch=2)
    assert problems == ()
    assert recording is not None
    assert (recording.launch, recording.output) == (3, "b")
    assert record_kernel(load_assignment(folder), source, launch=3)[2] == (
        "there is no launch 4: this assignment has 3",
    )
