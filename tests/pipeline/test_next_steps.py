"""After all points: barriers on trial by runs, and what the page makes of it. A kernel with a fault is told nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.grading.pipeline import Session
from grader.grading.shapes import NO_SWEEP
from grader.hardware import find_gpu, shared_bound_gflops
from grader.report import next_steps
from grader.report.page import html
from grader.results import Kind, Results
from grader.submissions.submission import decode_submission

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")
IDLE = "    float sum = 0.0f;"


@pytest.fixture(scope="module")
def solved(grading: Session) -> Results:
    """The solution, with one more barrier before its loop, which nobody needs."""
    source = REFERENCE.replace(IDLE, f"{IDLE} __syncthreads();")
    assert source != REFERENCE
    file = decode_submission(source.encode(), path=Path("tiled.cu"))
    return grading.grade(file, effort=lambda _: NO_SWEEP).with_next_steps()


def line_of(results: Results, text: str, number: int = 0) -> int:
    """The n-th line of the source that has this text."""
    lines = results.submission.source.splitlines()
    return [place for place, line in enumerate(lines, 1) if text in line][number]


def test_each_barrier_is_left_out_and_what_appears_is_told(solved: Results):
    """Without the first a thread reads what nobody has written, without the second a tile is overwritten early."""
    assert solved.beyond is not None
    idle, first, second = solved.beyond.barriers
    assert (idle.line, idle.found, idle.wrong_cells) == (line_of(solved, IDLE), (), 0)
    assert first.line == line_of(solved, "__syncthreads();", 1)
    assert [item.kind for item in first.found] == [Kind.DATA_RACE, Kind.UNINITIALIZED_READ]
    assert second.line == line_of(solved, "__syncthreads();", 2)
    assert [item.kind for item in second.found] == [Kind.DATA_RACE]
    read, written = line_of(solved, "sum +="), line_of(solved, "As[ty][tx] =")
    assert second.found[0].other is not None
    assert {second.found[0].line, second.found[0].other.line} == {read, written}
    assert second.wrong_cells


def test_the_page_has_figures_of_this_kernel_and_folded_questions(solved: Results):
    """Question first, answer on click; the reads are those that were recorded."""
    page = html(solved)
    section = page[page.index('id="beyond"') :].split("</section>")[0]
    assert "<td>262,144</td><td>131,072</td>" in section
    assert "bank conflicts, so there is nothing to save" in section
    folded = re.findall(r'<details class="samples quiz"><summary>(.*?)</summary><p>(.*?)</p>', section)
    assert len(folded) == 5
    assert folded[0][1].startswith("No run showed what it is for.")
    assert folded[1][1].startswith("Yes. Line ")
    assert folded[3][1].endswith("As[1][1] = A[1][1].")
    assert folded[4][1].startswith(
        "2 times, as recorded: 1 by block (0,0) and 1 by block (1,0). Without tiles each of the 4"
    )


def test_a_kernel_with_a_fault_is_told_nothing_of_this(grading: Session):
    """One thing after another."""
    source = REFERENCE.replace("        __syncthreads();", "", 1)
    graded = grading.grade(decode_submission(source.encode(), path=Path("tiled.cu")), cases="one-cell")
    assert graded.with_next_steps().beyond is None


def test_what_shared_memory_allows_is_what_was_measured(solved: Results):
    """On the H200 the textbook's kernel with T = 16 came within a tenth of it: nothing else holds it back."""
    assert solved.beyond is not None
    passes = solved.beyond.now.bank_passes
    assert passes
    bound = shared_bound_gflops(find_gpu(next_steps.GPU), flop=solved.beyond.flop, bank_passes=passes)
    reached = 2 * next_steps.SIDE**3 / next_steps.MILLISECONDS["tiled, T = 16"] / 1e6
    assert 0.9 * bound < reached < 1.1 * bound


def test_what_is_said_of_the_vendors_library_was_measured():
    """The table of docs/gpu.md has the same times."""
    page = (ROOT / "docs" / "gpu.md").read_text(encoding="utf-8")
    column = re.search(r"^\| kernel \| (.*) \|$", page, re.MULTILINE)
    assert column
    place = column[1].split(" | ").index(str(next_steps.SIDE)) + 1
    rows = {cells[0]: cells[place] for line in page.splitlines() if len(cells := line.strip("| ").split(" | ")) > place}
    told = {name: rows[name].split()[-2] for name in next_steps.MILLISECONDS}
    assert told == {name: f"{time:.3f}" for name, time in next_steps.MILLISECONDS.items()}
