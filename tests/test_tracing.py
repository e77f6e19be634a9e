"""A kernel recorded on a shape that the reader chose: what the recording holds, and what is counted beside it."""

from __future__ import annotations

from pathlib import Path

from grader.assignment import load_assignment
from grader.submission import read_submission
from grader.tracing import record_kernel

ROOT = Path(__file__).parents[1]


def recorded(folder: str, kernel: str = "", **options):
    """What `record_kernel` gives for this kernel of an assignment (its reference when none is named)."""
    assignment = load_assignment(ROOT / folder)
    path = ROOT / (kernel or assignment.path(assignment.config.reference))
    return record_kernel(assignment, read_submission(path, name=assignment.submission_name), **options)


def test_the_naive_kernel_runs_a_thread_a_cell_whatever_block_the_assignment_asks_for():
    """64×16 times 16×64 costs it two loads for each of 4,096·16 products, and beta one for each cell of C."""
    _, traffic, problems = recorded("examples/blas_register_tiles", shape=(64, 16, 64), tile_width=32)
    naive = next(row for row in traffic if row.kernel == "naive")
    assert problems == ()
    assert naive.global_loads == 2 * 16 * 64 * 64 + 64 * 64
    assert naive.global_stores == 64 * 64
