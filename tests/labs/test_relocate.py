"""The line that a finding is told on, where the source tells more than the access."""

from __future__ import annotations

import pytest

from grader.compiling.source_facts import SourceFacts
from grader.labs.findings import placed
from grader.labs.matmul.product import WORDS
from grader.report.add_sentences import worded_finding
from grader.results import Finding, Kind, Occurrence, OtherParty, Severity

KERNEL = """\
__global__ void k(float *out, int n)
{
    float total[2];
    float first = 1, second;
    for (int i = 0; i < n; ++i) {
        total[i & 1] += first;
        second += total[0];
    }
    __syncthreads();
    if (n > 3) {
        __syncthreads();
    }
    out[0] = total[0] + second;
}
"""
FACTS = SourceFacts(KERNEL)


def found(kind: Kind, line: int, other: int = 0, **more: object) -> Finding:
    """A finding of one thread, and of another one on another line."""
    party = OtherParty(line=other, thread=(5, 0, 0), block=(0, 0, 0), access="wait") if other else None
    seen = Occurrence(case="c", block=(0, 0, 0), thread=(2, 0, 0), other=party)
    return Finding(kind=kind, severity=Severity.ERROR, line=line, other=party, occurrences=(seen,), **more)


def told(finding: Finding) -> tuple[int, str]:
    """Line and sentence."""
    worded = worded_finding(*placed([finding], FACTS), WORDS)
    return worded.line, worded.message


def test_a_local_without_a_value_is_told_where_it_is_declared() -> None:
    """By its name, with the line that reads it."""
    line, words = told(found(Kind.UNINITIALIZED_READ, 6, space="local", access="read"))
    assert (line, words) == (3, "Thread (2,0) of block (0,0) reads total on line 6, before it has set it.")


def test_of_two_such_names_on_a_line_none_is_accused() -> None:
    """The reading line is told, without a name."""
    line, words = told(found(Kind.UNINITIALIZED_READ, 7, space="local", access="read"))
    assert (line, "a local variable" in words) == (7, True)


def test_of_two_barriers_the_one_inside_a_condition_is_told() -> None:
    """Whichever of them was seen first, each thread stays with its own line."""
    for finding in (found(Kind.BARRIER_DIVERGENCE, 9, 11), found(Kind.BARRIER_DIVERGENCE, 11, 9)):
        line, words = told(finding)
        assert line == 11
        first, other = (5, 2) if finding.line == 9 else (2, 5)
        assert f"thread ({first},0) on line 11, thread ({other},0) on line 9" in words


CHOSEN = """\
__global__ void k(float *C, int N)
{
    int row = blockIdx.y * 2 + threadIdx.y;
    int col = threadIdx.x;
    C[row * N + col] = 1;
}
"""


def race_in_c(block: tuple[int, int, int], thread: tuple[int, int, int] = (0, 0, 0)) -> Finding:
    """Two blocks that write C[0]."""
    other = OtherParty(line=5, thread=(0, 0, 0), block=(0, 0, 0), access="write")
    return Finding(
        kind=Kind.DATA_RACE, severity=Severity.ERROR, line=5, space="global", array="C", access="write", cases=("c",),
        other=other,
        occurrences=(Occurrence(case="c", block=block, thread=thread, other=other, index=(0,), cell=(0, 0)),),
    )  # fmt: skip


def test_two_blocks_at_one_cell_are_told_where_the_row_or_the_column_comes_from() -> None:
    """Beside each other the column, one above the other the row; both ways, or by another thread of it, the store."""
    facts = SourceFacts(CHOSEN)
    lines = [placed([race_in_c(block)], facts)[0].line for block in ((1, 0, 0), (0, 1, 0), (1, 1, 0))]
    assert lines == [4, 3, 5]
    assert placed([race_in_c((1, 0, 0), (0, 1, 0))], facts)[0].line == 5
    (found,) = placed([race_in_c((1, 0, 0))], facts)
    assert worded_finding(found, WORDS).message.endswith(
        "which thread (0,0) of block (0,0) wrote on line 5, and blocks are not ordered by any barrier."
        " `col` says which: line 4 sets it."
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int col = threadIdx.x;", "int col = threadIdx.x; C += row;"),
        ("int col = threadIdx.x;", "int col = 9;\n    col = threadIdx.x;"),
    ],
)
def test_where_a_column_comes_from_is_not_told_where_more_than_one_line_says_it(before: str, after: str) -> None:
    """A pointer that is moved tells it as well, and of two lines that set it nobody can see which one did."""
    (found,) = placed([race_in_c((1, 0, 0))], SourceFacts(CHOSEN.replace(before, after)))
    assert not found.occurrences[0].chosen_by


def test_what_a_run_has_shown_is_not_said_again_by_the_compiler() -> None:
    """Of the same line."""
    said = Finding(kind=Kind.UNINITIALIZED_READ, severity=Severity.ERROR, line=3)
    shown = found(Kind.UNINITIALIZED_READ, 6, space="local", access="read")
    assert [item.line for item in placed([shown, said], FACTS)] == [3]
    assert len(placed([said], FACTS)) == 1


TILED = """\
__device__ void fetch(float *to, const float *from, int phase)
{
    to[threadIdx.x] = from[phase * 32 + threadIdx.x];
}
__global__ void k(const float *in, float *out, int n)
{
    __shared__ float tile[32];
    float sum = 0;
    for (int p = 0; p < n; ++p) {
        tile[threadIdx.x] = in[p * 32 + threadIdx.x];
        fetch(tile, in, p);
        __syncthreads();
        for (int i = 0; i < 32; ++i)
            sum += tile[i];
    }
    out[threadIdx.x] = sum;
}
"""
BARRIER = "        __syncthreads();\n"


def why(kernel: str, line: int, other: int, *beside: Finding) -> str:
    """What is said to lie between the write and the read."""
    party = OtherParty(line=other, thread=(5, 0, 0), block=(0, 0, 0), access="write")
    seen = Occurrence(case="c", block=(0, 0, 0), thread=(2, 0, 0), other=party)
    race = Finding(
        kind=Kind.DATA_RACE, severity=Severity.ERROR, line=line, array="tile", space="shared", access="read",
        other=party, occurrences=(seen,),
    )  # fmt: skip
    return worded_finding(placed([race, *beside], SourceFacts(kernel))[0], WORDS).message.partition(
        f"on line {other}, "
    )[2]


SKIPPING = (
    TILED.replace("    for (int p = 0; p < n; ++p) {", "    int p = 0;\n    do {")
    .replace("tile[i];\n    }", "tile[i];\n        if (++p < n - 1) __syncthreads();\n    } while (p < n);")
)  # fmt: skip


@pytest.mark.parametrize("kind", [None, Kind.BARRIER_DIVERGENCE])
def test_a_barrier_in_a_condition_counts_where_no_run_has_shown_that_threads_part(kind: Kind | None) -> None:
    """The barrier that all pass in each turn parts the lines of a turn then."""
    beside = () if kind is None else (found(kind, 17),)
    two = why(SKIPPING, 15, 11, *beside) == "already for the next turn of the loop: no barrier is between the two."
    assert two == (kind is None)


@pytest.mark.parametrize("other", [10, 3])
def test_a_race_across_a_barrier_of_the_loop_is_one_of_two_turns(other: int) -> None:
    """The barrier stands between the lines, or between the call that writes and the line that reads."""
    assert why(TILED, 14, other) == "already for the next turn of the loop: no barrier is between the two."


@pytest.mark.parametrize(
    "kernel",
    [
        TILED.replace(BARRIER, "        ;\n"),
        TILED.replace(BARRIER, "        if (p) __syncthreads();\n"),
        TILED.replace(BARRIER, "        warp.sync();\n"),
        TILED.replace("        fetch(", "        if (p == 7) continue; fetch("),
        TILED.replace("    float sum = 0;", "#define __syncthreads() (void)0"),
        TILED.replace("    float sum = 0;", "#define fetch(...) if (p) continue"),
    ],
)
def test_a_race_that_no_sure_barrier_parts_may_be_of_one_turn(kernel: str) -> None:
    """Nothing is said of turns then, nor of an access that is not in the loop."""
    assert why(kernel, 14, 10) == "with no barrier between."
    assert why(TILED, 14, 16) == "with no barrier between."
