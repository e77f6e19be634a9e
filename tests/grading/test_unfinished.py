"""A starter that is not finished is met as such: which TODO is open, and where to go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.grading.unfinished import find_unfinished
from grader.results import Finding
from grader.submissions.submission import SubmissionFile

ROOT = Path(__file__).parents[2]
STARTER = (ROOT / "starter/matmul.cu").read_text(encoding="utf-8")
PHASES = ("int phases = 0;", "int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;")
LOADS = ("        As[ty][tx] = 0.0f;\n", "        As[ty][tx] = row < M && tx < K ? A[row * K + tx] : 0.0f;\n")
PRODUCTS = ("sum += As[ty][0] * Bs[0][tx];", "for (int k = 0; k < TILE_WIDTH; ++k) sum += As[ty][k] * Bs[k][tx];")
STORE = (
    "if (row < 0 && col < 0)\n        C[0] = sum + A[0] + B[0] + M + K + N;",
    "if (row < M && col < N)\n        C[row * N + col] = sum;",
)


def unfinished(source: str, lab: str = ".", path: str = "mine.cu") -> Finding | None:
    """What is open in a file."""
    assignment = load_assignment(ROOT / lab)
    return find_unfinished(assignment, SubmissionFile(path=Path(path), source=source, sha256="0"))


def changed(*edits: tuple[str, str]) -> str:
    """The product's starter with some of it done."""
    text = STARTER
    for before, after in edits:
        assert before in text
        text = text.replace(before, after)
    return text


@pytest.mark.parametrize("path", ["mine.cu", str(ROOT / "starter/matmul.cu")])
def test_the_starter_as_it_was_handed_out_is_met_as_such(path: str) -> None:
    """Also where it is graded in its own place, so that nothing of the assignment tells what it was."""
    found = unfinished(STARTER, path=path)
    assert found is not None
    assert found.line == 29
    assert found.message == "This is the starter as it was handed out: TODO 1 to 6 are open."
    assert found.hint == "Begin with TODO 1, line 29: how many phases cover K?"


@pytest.mark.parametrize("path", ["mine.cu", str(ROOT / "starter/matmul.cu")])
def test_a_file_that_is_half_done_goes_on_with_the_first_todo_that_is_open(path: str) -> None:
    """The comments of what is done may stay."""
    found = unfinished(changed(PHASES, LOADS), path=path)
    assert found is not None
    assert (found.line, found.hint) == (
        38,
        "Go on with TODO 3, line 38: nobody may read the tiles before everybody has loaded.",
    )
    assert "TODO 3 to 6 are open" in found.message


def test_a_todo_that_was_left_out_is_named() -> None:
    """Whatever else is done."""
    found = unfinished(changed(LOADS, PRODUCTS, STORE))
    assert found is not None
    assert (found.line, "TODO 1 is open" in found.message) == (29, True)


def test_comments_that_are_left_over_do_not_make_a_file_unfinished() -> None:
    """A barrier may stand above the comment that asks for it."""
    barrier = (
        "        // TODO 5: nobody",
        "        __syncthreads();\n        // TODO 5: nobody",
    )
    assert unfinished(changed(PHASES, LOADS, PRODUCTS, STORE, barrier)) is None


def test_a_file_of_ones_own_is_not_compared_with_a_starter() -> None:
    """No word of the starter is in it."""
    assert unfinished((ROOT / "reference/tiled.cu").read_text(encoding="utf-8")) is None


def test_an_empty_kernel_is_not_begun_whatever_starter_there_was() -> None:
    """With the comment's question where there is one."""
    text = (ROOT / "labs/scan/starter/scan.cu").read_text(encoding="utf-8")
    found = unfinished(text, "labs/scan", path=str(ROOT / "labs/scan/starter/scan.cu"))
    assert found is not None
    assert found.message == "scan_blocks is empty: no code stands between its braces."
    done = text.replace("    // TODO: bring", "    y[0] = n;\n    // TODO: bring")
    found = unfinished(done, "labs/scan")
    assert found is not None
    assert found.message == "scan_sums is empty: no code stands between its braces."
    assert found.hint == "Begin with the TODO on line 20: scan the blocks' sums in place."


def test_a_part_is_told_of_its_own_kernel() -> None:
    """What another part's kernel lacks is that part's."""
    text = (ROOT / "labs/product_in_two_parts/starter/product.cu").read_text(encoding="utf-8")
    text = text.replace("{\n}", "{\n    // TODO\n    C[0] = 1;\n}", 1)
    naive, tiled = load_assignment(ROOT / "labs/product_in_two_parts").units
    mine = SubmissionFile(path=Path("mine.cu"), source=text, sha256="0")
    assert find_unfinished(naive, mine) is None
    found = find_unfinished(tiled, mine)
    assert found is not None
    assert found.message.startswith("product_tiled is empty")


@pytest.mark.parametrize("text", ["", "{" * 1000, "__global__ void", "// TODO", "__global__ void f() { /* TODO"])
def test_any_text_can_be_read(text: str) -> None:
    """A file may be anything."""
    assert unfinished(text) is None or text.startswith("__global__")
