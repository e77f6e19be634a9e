"""A kernel recorded on a shape that the reader chose: what the recording holds, and what is counted beside it."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.errors import UsageError
from grader.grading.pipeline import Session
from grader.grading.replays import record_kernel
from grader.report.replayview import replay_views
from grader.report.trace import trace_text
from grader.submissions.submission import read_submission
from tests.lighter import lighter

ROOT = Path(__file__).parents[2]


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


def test_a_block_of_256_threads_is_recorded_whole():
    """32×32 in tiles of 16 are two phases, all threads at all four barriers, sixteen times fewer reads."""
    recording, traffic, _ = recorded(".", shape=(32, 32, 32), tile_width=16)
    assert recording is not None
    assert not recording.truncated
    text = trace_text(recording, traffic)
    assert "Phase 2 of 2" in text
    assert text.count("all 256 threads arrive") == 4
    assert "never do" not in text
    assert "4 per cell; one thread a cell without tiles reads 2·32 = 64 per cell: 16.0× fewer" in text


def test_a_sum_that_is_kept_in_shared_memory_is_no_tile():
    """Its factors are those of the tiles, its phases are two, and it is shown as a sum."""
    source = (ROOT / "reference/mistakes/barrier-second-missing.cu").read_text()
    source = source.replace("int tx =", "__shared__ float Cs[TILE_WIDTH][TILE_WIDTH];\n    int tx =")
    source = source.replace("float sum = 0.0f;", "Cs[ty][tx] = 0.0f;")
    source = re.sub(r"sum \+= (.*;)(.*)", r"Cs[ty][tx] += \1\n        __syncthreads();", source).replace(
        "= sum;", "= Cs[ty][tx];"
    )
    assignment = load_assignment(ROOT)
    submission = read_submission(ROOT / assignment.config.reference, name=assignment.submission_name)
    recording, _, problems = record_kernel(
        assignment, replace(submission, source=source), shape=(4, 4, 4), tile_width=2
    )
    assert recording is not None, problems
    assert {array.name for array in recording.shared} == {"As", "Bs", "Cs"}
    text = trace_text(recording)
    assert "Phase 2 of 2" in text
    assert "thread (1,0) C[0][1]: adds 1·2 + 2·6, partial sum 14" in text
    assert "thread (1,1) C[1][1]: adds 7·10 + 8·14, partial sum 228" in text


def graded_runs(grading, path: str):
    """The recordings of a report of this kernel."""
    return grading.grade(read_submission(ROOT / path)).results.recordings


def test_a_right_kernels_report_shows_padding_and_every_block(grading):
    """The walk-through's four blocks, and those of a product whose last tiles stick out on all sides."""
    runs = graded_runs(grading, "reference/tiled.cu")
    sizes = [(run.sizes["M"], run.sizes["K"], run.sizes["N"], *run.block[:2]) for run in runs]
    blocks = [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert sizes == [(4, 4, 4, *block) for block in blocks] + [(3, 5, 3, *block) for block in blocks]
    assert not any(view.faulty for view in replay_views(runs))
    assert "padding: nothing was loaded" in trace_text(runs[-1])


def test_a_faulty_kernels_report_opens_where_it_fails(grading):
    """The likeness of the case that failed comes first; a walk-through that shows the same is left out."""
    runs = graded_runs(grading, "reference/mistakes/bounds-no-guard-c.cu")
    views = replay_views(runs)
    assert [view.faulty for view in views] == [True, False]
    assert "OUTSIDE C" in trace_text(runs[0])
    assert len({(*run.sizes.values(), run.block) for run in runs}) == len(runs)
    (alone,) = graded_runs(grading, "reference/mistakes/barrier-second-missing.cu")
    assert "RACE: " in trace_text(alone)


@pytest.mark.parametrize(
    ("lab", "launch", "blocks", "words"),
    [
        ("reduction", 0, (1, 0), "atomic   line 15: thread (0,0), sum[0] = "),
        ("scan", 2, (1, 0), "launch 3, add_sums: block (1,0) of a grid of 3×1, 8 threads."),
        ("convolution", 0, (1, 1), "mask[0][0] = "),
        ("stencil", 0, (0, 0), "before[2]"),
    ],
)
def test_a_block_of_a_lab_that_is_data_is_recorded(lab, launch, blocks, words):
    """With whole numbers, constant memory and atomic operations: each load gives what its array holds."""
    recording, _, problems = recorded(f"labs/{lab}", block=blocks, launch=launch, seed=3)
    assert recording is not None, problems
    assert recording.wrong_elements == ()
    inputs = recording.buffers.keys() - recording.before.keys()
    loads = [row for row in recording.events if row[3] == "load" and row[4] in inputs]
    assert loads or lab == "scan"
    assert all(recording.buffers[name].values[index] == value for _, _, _, _, name, index, value in loads)
    assert not any(view.faulty for view in replay_views((recording,)))
    assert words in trace_text(recording)


def test_a_shape_that_no_lab_has_is_told():
    """How many sizes there are, and which; and how many launches."""
    with pytest.raises(UsageError, match="--shape takes 2 sizes, in this order: rows, cols"):
        recorded("labs/transpose", shape=(3,))
    with pytest.raises(UsageError, match="--shape takes 3 sizes, in this order: M, K, N"):
        recorded(".", shape=(3, 4))
    assert recorded("labs/reduction", launch=1)[2] == ("there is no launch 2: this assignment has 1",)


@pytest.mark.parametrize(
    ("lab", "mistake", "case", "label"),
    [
        ("vector_addition", "guard-off-by-one", "block-minus-1@64", "Outside "),
        ("vector_addition", "guard-too-strict", "one-block@64", "Not written here"),
        ("vector_addition", "into-the-input", "one-block@64", "Into an input"),
        ("vector_addition", "block-forgotten", "four-blocks@64", "The race"),
        ("reduction", "brings-nothing", "one-more@64", "Read before written"),
        ("transpose", "returns-early", "one-more-and-one-less@16", "The barrier"),
        ("scan", "own-sum-added", "two-blocks@64", "First wrong result"),
    ],
)
def test_the_replay_of_a_lab_that_is_data_opens_at_its_mistake(lab, mistake, case, label):
    """In a small likeness of the case that failed, of the launch that shows it."""
    assignment = load_assignment(ROOT / "labs" / lab)
    submission = read_submission(assignment.root / f"reference/mistakes/{mistake}.cu", name=assignment.submission_name)
    with Session(assignment, seed=1, workers=1, device="cpu") as session:
        results = session.grade(submission, cases=case).results
    views = replay_views(results.recordings, results.findings[0].kind)
    shown = next(view for view in views if view.faulty)
    assert shown.data["moments"][0][0].startswith(label)
    assert shown.run.startswith(f"{case.split('@')[0]} in small: ")
    assert ("add_sums" in shown.block) == (lab == "scan")


@pytest.mark.parametrize("with_solution", [True, False])
@pytest.mark.parametrize(
    ("right", "wrong", "kernel", "buffer"),
    [
        ("        y[i] = parts[t];", "        y[i] = parts[t] + (t == 3);", "1. scan_blocks", "y"),
        ("t < blocks ? sums[t] : 0", "t < blocks ? sums[t] + 1 : 0", "2. scan_sums", "sums"),
        ("y[i] += sums", "y[i] -= sums", "3. add_sums", "y"),
    ],
)
def test_the_replay_of_several_launches_opens_the_one_that_goes_wrong(
    tmp_path: Path, right: str, wrong: str, kernel: str, buffer: str, *, with_solution: bool
) -> None:
    """At its first wrong element, though a later launch stores there too; the finding's line is in it as well.

    Without the solution it is the launch that was the last to change the first wrong element of the result.
    """
    lab = tmp_path / "scan"
    shutil.copytree(ROOT / "labs/scan", lab)
    solution = lab / "reference/solution.cu"
    source = solution.read_text(encoding="utf-8")
    (lab / "starter/scan.cu").write_text(source.replace(right, wrong), encoding="utf-8")
    if not with_solution:
        solution.unlink()
        kernel, buffer = ("3. add_sums", "y") if buffer == "sums" else (kernel, buffer)
    assignment = lighter(load_assignment(lab))
    with Session(assignment, seed=1, workers=1, device="cpu") as session:
        results = session.grade(read_submission(lab / "starter/scan.cu"), cases="two-blocks@128").results
    faulty = [view for view in replay_views(results.recordings, results.findings[0].kind) if view.faulty]
    assert [view.block.split(",")[0] for view in faulty] == [kernel] * len(faulty)
    assert faulty[0].data["moments"][0][0] == "First wrong result"
    assert faulty[0].data["output"] == buffer
    step = faulty[0].data["steps"][faulty[0].data["moments"][0][1]]
    assert (step["o"], step["l"]) == (buffer, results.findings[0].line)
