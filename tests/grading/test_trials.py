"""What a finding comes to in a grading: points, warnings, lines, and whom it is told to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import Assignment
from grader.assignment.loading import load_assignment
from grader.grading.pipeline import Session
from grader.results import Kind, Results, Severity, Status
from grader.submissions.submission import decode_submission

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "reference/tiled.cu").read_text(encoding="utf-8")
BASE = load_assignment(ROOT)


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session(BASE, device="cpu") as opened:
        yield opened


def grade(session: Session, source: str, cases: str = "ragged-all@16") -> Results:
    return session.grade(decode_submission(source.encode(), path=Path("tiled.cu")), cases=cases).results


def grade_with(source: str, cases: str = "ragged-all@16", **configuration: Any) -> Results:
    config = BASE.config.model_copy(update=configuration)
    with Session(Assignment(BASE.root, config, BASE.families), device="cpu") as opened:
        return grade(opened, source, cases)


def kernel(body: str, before: str = "") -> str:
    """The reference's file with another body."""
    signature = "__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)"
    return f"{before}\n{signature}\n{{\n{body}\n}}\n"


TILED = """    __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];
    EXTRA_DECLARED
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        As[ty][tx] = row < M && p * TILE_WIDTH + tx < K ? A[row * K + p * TILE_WIDTH + tx] : 0.0f;
        Bs[ty][tx] = col < N && p * TILE_WIDTH + ty < K ? B[(p * TILE_WIDTH + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    EXTRA_DONE
    if (row < M && col < N)
        C[row * N + col] = sum;"""


def tiled(declared: str = "", done: str = "", **words: str) -> str:
    """The textbook's kernel with something declared, or done at the end."""
    body = TILED.replace("EXTRA_DECLARED", declared).replace("EXTRA_DONE", done)
    for old, new in words.items():
        body = body.replace(old, new)
    return kernel(body)


def severities(results: Results) -> set[tuple[Kind, Severity]]:
    return {(finding.kind, finding.severity) for finding in results.findings}


def test_an_unwritten_cell_that_shows_nowhere_only_warns(session: Session) -> None:
    """It is in no result and decides nothing, whatever it holds; one that is in a result is an error."""
    read = 'volatile float *spare = Spare; float unused = spare[tx]; asm volatile("" :: "f"(unused));'
    idle = grade(session, tiled("__shared__ float Spare[64];", read))
    assert severities(idle) == {(Kind.UNINITIALIZED_READ, Severity.WARNING)}
    assert [case.status for case in idle.cases] == [Status.PASSED]
    used = "volatile float *spare = Spare; if (spare[tx] > 3.0e37f) sum += 1.0f;"
    matters = grade(session, tiled("__shared__ float Spare[64];", used))
    assert (Kind.UNINITIALIZED_READ, Severity.ERROR) in severities(matters)


EQUAL = ("__shared__ int done;", "done = M; __syncthreads(); if (done < 0) sum = 0.0f;")


def test_one_value_stored_by_all_threads_is_a_race_unless_the_course_allows_it(session: Session) -> None:
    """`races: {same_value: warn}`; different values stay a race."""
    assert severities(grade(session, tiled(*EQUAL))) == {(Kind.DATA_RACE, Severity.ERROR)}
    lenient = BASE.config.races.model_copy(update={"same_value": "warn"})
    allowed = grade_with(tiled(*EQUAL), races=lenient)
    assert severities(allowed) == {(Kind.DATA_RACE, Severity.WARNING)}
    other = EQUAL[0], EQUAL[1].replace("done = M", "done = tx")
    assert (Kind.DATA_RACE, Severity.ERROR) in severities(grade_with(tiled(*other), races=lenient))


def test_dynamic_shared_memory_that_the_assignment_does_not_give_is_told_first(session: Session) -> None:
    """On the line that declares the array; and the case is not right by that."""
    results = grade(
        session, tiled("extern __shared__ float more[];", "more[ty * TILE_WIDTH + tx] = sum; sum = more[0];")
    )
    first = results.findings[0]
    assert (first.kind, first.severity) == (Kind.OUT_OF_BOUNDS, Severity.ERROR)
    assert "extern __shared__" in (results.submission.source or "").split("\n")[first.line - 1]
    assert "this lab launches with no dynamic shared memory" in first.message
    assert [case.status for case in results.cases] == [Status.FAILED]


def test_a_write_through_a_null_pointer_fails_the_case_whatever_the_numbers_are(session: Session) -> None:
    """A GPU would have ended the launch there."""
    through = "unsigned long long far = M < 0; volatile float *p = (float *)far; if (tx == 0) p[0] = sum;"
    results = grade(session, tiled(done=through))
    assert [case.status for case in results.cases] == [Status.FAILED]
    assert "address 0: a null pointer" in results.findings[0].message
    assert "GPU would have ended" in results.cases[0].message


def test_a_launch_that_stands_still_at_the_barrier_of_the_grid_is_not_right_by_its_values(session: Session) -> None:
    """All cells are stored before; a block that has ended keeps the others from going on, and no loop is blamed."""
    body = TILED.replace("EXTRA_DECLARED", "").replace("EXTRA_DONE", "")
    skipped = "\n    if (blockIdx.x + blockIdx.y) cooperative_groups::this_grid().sync();"
    results = grade(session, kernel(body + skipped, "#include <cooperative_groups.h>"))
    assert severities(results) == {(Kind.BARRIER_DIVERGENCE, Severity.ERROR)}
    assert "block (0,0,0) ended without it" in results.findings[0].message
    assert [case.status for case in results.cases] == [Status.FAILED]


def test_what_would_end_the_launch_is_not_made_right_by_keeping_step(session: Session) -> None:
    """A race that alone makes the numbers wrong is forgiven them, a null pointer beside it is not."""
    body = TILED.replace("EXTRA_DECLARED", "")
    where = body.rindex("        __syncthreads();\n")
    raced = body[:where] + body[where + 25 :]
    forgiven = grade(session, kernel(raced.replace("EXTRA_DONE", "")))
    assert [case.status for case in forgiven.cases] == [Status.PASSED]
    through = "unsigned long long far = M < 0; volatile float *p = (float *)far; if (tx == 0) p[0] = sum;"
    ended = grade(session, kernel(raced.replace("EXTRA_DONE", through)))
    assert [case.status for case in ended.cases] == [Status.FAILED]


LOCK = """
    if (blockIdx.x + blockIdx.y == 0 && tx == 0 && (ty == 0 || ty == TILE_WIDTH - 1)) {
        while (atomicCAS(&held, 0, 1) != 0) { }
        FENCE
        total += 1.0f;
        __threadfence();
        atomicExch(&held, 0);
    }"""


def test_a_fence_that_only_the_first_holder_of_a_lock_lacks_is_found(session: Session) -> None:
    """Who takes the lock first needs no fence to see what nobody wrote; with turns reversed another one is first."""
    before = "__device__ int held; __device__ float total;"
    body = TILED.replace("EXTRA_DECLARED", "")
    fenced = grade(session, kernel(body.replace("EXTRA_DONE", LOCK.replace("FENCE", "__threadfence();")), before))
    assert fenced.findings == ()
    lacks = LOCK.replace("FENCE", "if (ty != 0) __threadfence();")
    found = grade(session, kernel(body.replace("EXTRA_DONE", lacks), before)).findings
    assert {(each.kind, each.severity, each.array) for each in found} == {(Kind.DATA_RACE, Severity.ERROR, "total")}


RELAXED = """
__device__ float get(float *p) { float v; asm volatile("ld.relaxed.cta.f32 %0, [%1];" : "=f"(v) : "l"(p)); return v; }
__device__ void put(float *p, float v) { asm volatile("st.relaxed.cta.f32 [%0], %1;" :: "l"(p), "f"(v) : "memory"); }
"""


def test_tiles_through_relaxed_accesses_without_the_second_barrier_are_not_right(session: Session) -> None:
    """Right in the order in which the emulator usually takes turns; with both barriers they are right in all."""
    body = TILED.replace("As[ty][tx] =", "put(&As[ty][tx],").replace("Bs[ty][tx] =", "put(&Bs[ty][tx],")
    body = body.replace(": 0.0f;", ": 0.0f);").replace("As[ty][k] * Bs[k][tx]", "get(&As[ty][k]) * get(&Bs[k][tx])")
    body = body.replace("EXTRA_DECLARED", "").replace("EXTRA_DONE", "")
    right = grade(session, kernel(body, RELAXED))
    assert ([case.status for case in right.cases], right.findings) == ([Status.PASSED], ())
    where = body.rindex("        __syncthreads();\n")
    unordered = grade(session, kernel(body[:where] + body[where + 25 :], RELAXED))
    assert [case.status for case in unordered.cases] == [Status.FAILED]
    assert Kind.DATA_RACE in {finding.kind for finding in unordered.findings}


HOISTED = {
    "loads without p": {"A[row * K + p * TILE_WIDTH + tx]": "A[row * K + tx + 100000]"},
    "one load without p": {"B[(p * TILE_WIDTH + ty) * N + col]": "B[ty * N + col + 100000]"},
}


@pytest.mark.parametrize("words", HOISTED.values(), ids=HOISTED.keys())
def test_an_access_outside_is_told_on_its_own_line_though_the_optimiser_has_moved_it(session: Session, words) -> None:
    """Loads without the phase, and no barrier to keep them in the loop."""
    body = TILED.replace("EXTRA_DECLARED", "").replace("EXTRA_DONE", "").replace("        __syncthreads();\n", "")
    for guard in ("row < M && p * TILE_WIDTH + tx < K ? ", "col < N && p * TILE_WIDTH + ty < K ? "):
        body = body.replace(guard, "")
    body = body.replace(" : 0.0f;", ";")
    for old, new in words.items():
        body = body.replace(old, new)
    source = kernel(body)
    lines = source.splitlines()
    results = grade(session, source)
    outside = [finding for finding in results.findings if finding.kind is Kind.OUT_OF_BOUNDS]
    assert outside
    for finding in outside:
        array = (finding.object or "").split("[")[0]
        assert f"{array}[" in lines[finding.line - 1], (finding.line, lines[finding.line - 1])


def test_a_kernel_that_no_gpu_could_launch_passes_no_case_at_that_width(session: Session):
    """The emulator has room for 1,024 threads of 80 registers; a GPU has not, and a smaller block is fine."""
    declared = 'float kept[80];\n_Pragma("unroll") for (int i = 0; i < 80; ++i) kept[i] = A[(i * M) % (M * K)];'
    done = '_Pragma("unroll") for (int i = 0; i < 80; ++i) if (kept[i] == 12345.0f) sum += kept[i];'
    results = grade(session, tiled(declared, done), cases="ragged-all")
    assert {case.name: case.status for case in results.cases} == {
        "ragged-all@16": Status.PASSED,
        "ragged-all@32": Status.FAILED,
    }
    assert (Kind.RESOURCE_LIMIT, Severity.ERROR) in severities(results)
