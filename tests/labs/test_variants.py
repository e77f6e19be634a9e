"""A lab whose kernels take several macros: which combinations are graded, and what they are called."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.grading.pipeline import Session
from grader.labs.generic.lab import LAB as GENERIC
from grader.report.page import html
from grader.results import Status
from grader.results.base import variant_name, variant_named, variant_of, variant_values
from grader.submissions.submission import decode_submission

LAB = Path(__file__).parents[2] / "labs" / "transpose"
LINES = "variants: {TILE: [32, 16]}"
SOLUTION = """
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    for (int y = threadIdx.y; y < TILE; y += ROWS)
        if (top + y < rows && left + tx < cols)
            tile[y][tx] = a[(top + y) * cols + left + tx];
    __syncthreads();
    for (int y = threadIdx.y; y < TILE; y += ROWS)
        if (left + y < cols && top + tx < rows)
            b[(left + y) * rows + top + tx] = tile[tx][y];
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The transpose with a block of fewer rows than the tile has."""
    root = Path(shutil.copytree(LAB, tmp_path / "lab"))
    written(root, "variants: [{TILE: 32, ROWS: 8}, {TILE: 16, ROWS: 4}]")
    text = (root / "config.yaml").read_text(encoding="utf-8")
    text = text.replace("block: [TILE, TILE]", "block: [TILE, ROWS]").replace("{TILE: 4,", "{TILE: 4, ROWS: 2,")
    (root / "config.yaml").write_text(text, encoding="utf-8")
    for name in ("baseline.cu", "solution.cu"):
        (root / "reference" / name).write_text(SOLUTION)
    return root


def written(root: Path, line: str) -> None:
    """Write other variants into the configuration."""
    path = root / "config.yaml"
    kept = [row for row in path.read_text(encoding="utf-8").splitlines() if not row.startswith("variants:")]
    path.write_text("\n".join([*kept, line, ""]), encoding="utf-8")


@pytest.mark.parametrize(("values", "name"), [((16,), "16"), ((16, 8), "16x8"), ((1, 1024, 3), "1x1024x3")])
def test_a_variant_is_one_number_with_a_name(values: tuple[int, ...], name: str) -> None:
    """Of one macro it is the macro's value."""
    number = variant_of(values)
    assert (variant_values(number), variant_name(number), variant_named(name)) == (values, name, number)
    assert len(values) > 1 or number == values[0]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("variants: {TILE: [32, 16], ROWS: [8, 4]}", ["32x8", "32x4", "16x8", "16x4"]),
        ("variants: [{TILE: 32, ROWS: 8}, {TILE: 16, ROWS: 4}]", ["32x8", "16x4"]),
    ],
)
def test_all_combinations_are_graded_or_those_of_a_list(folder: Path, line: str, names: list[str]) -> None:
    """Each case has one for each, called by the macros' values."""
    written(folder, line)
    assignment = load_assignment(folder)
    assert [case.label for case in assignment.cases() if case.name == "square"] == [f"square@{name}" for name in names]
    first = assignment.cases_named(f"square@{names[0]}")[0]
    assert first.sizes == {"rows": 64, "cols": 64}
    assert assignment.config.variant_at(first.tile_width) == "TILE = 32, ROWS = 8"
    assert assignment.cases_named(f"sweep-3x5@{names[-1]}")[0].sizes == {"rows": 3, "cols": 5}
    assert GENERIC.words(assignment.config).width == "TILE x ROWS"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "variants: [{TILE: 32, ROWS: 8}, {TILE: 16}]",
            "every variant needs a value for TILE and ROWS, in the same",
        ),
        ("variants: {TILE: [1, 2, 3], ROWS: [1, 2, 3]}", "9 variants are too many: at most 8; list those to grade at"),
        ("variants: [{TILE: 32, ROWS: 8}, {TILE: 32, ROWS: 8}]", "a variant is listed twice"),
        (
            "variants: [{TILE: 32, ROWS: 4096}]",
            r"config\.yaml:\d+: variants\[0\]\.ROWS: expected at most 1024",
        ),
        ("variants: {TILE: 32}", r"config\.yaml:\d+: variants\.TILE: "),
    ],
)
def test_a_mistake_in_the_variants_is_told(folder: Path, line: str, message: str) -> None:
    """With its line where it has one."""
    written(folder, line)
    with pytest.raises(AssignmentError, match=message):
        load_assignment(folder)


def test_a_case_names_the_variants_that_it_runs_at(folder: Path) -> None:
    """One that is not listed is told by its name, one that is no variant as well."""
    path = folder / "testcases" / "whole_tiles.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("cols: 2 * TILE}", "cols: 2 * TILE, variants: [16x4]}"), encoding="utf-8")
    labels = [case.label for case in load_assignment(folder).cases() if case.name == "square"]
    assert labels == ["square@16x4"]
    for name, message in (("16x8", "16x8 is not among"), ("wide", "'wide' is no variant: expected a macro's value")):
        path.write_text(text.replace("cols: 2 * TILE}", f"cols: 2 * TILE, variants: [{name}]}}"), encoding="utf-8")
        with pytest.raises(AssignmentError, match=message):
            load_assignment(folder)


def test_a_kernel_is_graded_with_every_combination(folder: Path) -> None:
    """Reports name it; the search for the cause tries changes at the replay's combination."""
    wrong = SOLUTION.replace("y += ROWS)\n        if (left", "y += 2 * ROWS)\n        if (left")
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        right, bad = (
            session.grade(decode_submission(text.encode(), path=Path("t.cu")), cases="square*").with_cause()
            for text in (SOLUTION, wrong)
        )
    assert [case.name for case in right.cases] == ["square@32x8", "square@16x4"]
    assert {case.status for case in right.cases} == {Status.PASSED}
    assert {case.status for case in bad.cases} == {Status.FAILED}
    assert bad.cause is not None
    assert bad.cause.line == 9
    assert "TILE x ROWS = 32x8" in html(bad)
