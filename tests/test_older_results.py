"""A results.json of schema 1, kept as a version of then wrote it, is read, shown and scored like a new one."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import ValidationError
from rich.console import Console

from grader.assignment import load_assignment
from grader.checking.rescoring import rescored
from grader.labs.matmul.config import ProductPoints
from grader.report.exports import EXPORTS, write_export
from grader.report.history import RESULTS_NAME, read_previous, write_report
from grader.report.terminal import terminal_summary
from grader.results import Results

TEXT = gzip.decompress((Path(__file__).parent / "older" / "results-schema-1.json.gz").read_bytes()).decode()


def old() -> Results:
    """The results of a kernel that loads past the end of A."""
    return Results.from_json(TEXT)


def test_sizes_cells_and_matrices_have_their_new_names() -> None:
    """Sizes by name, cells by their subscripts, recordings by buffer."""
    results = old()
    failed = next(case for case in results.cases if case.name == "ragged-all@16")
    assert failed.sizes == {"M": 35, "K": 43, "N": 25}
    assert failed.worst is not None and failed.worst.index == failed.worst.index[:2]
    recording = results.recordings[0]
    assert [recording.buffers[name].dims for name in "ABC"] == [
        (recording.sizes[rows], recording.sizes[columns]) for rows, columns in ("MK", "KN", "MN")
    ]
    assert len(recording.buffers[recording.output].values) == len(recording.expected)


def test_what_is_written_again_is_of_schema_2_and_reads_the_same() -> None:
    """Only the first reading has anything to do."""
    again = old().to_json()
    assert again.lstrip("{ \n").startswith('"schema": 2')
    assert Results.from_json(again).to_json() == again


def test_it_is_the_previous_run_of_a_new_report(tmp_path: Path) -> None:
    """A report folder that an earlier version left tells what has changed since."""
    (tmp_path / RESULTS_NAME).write_text(TEXT, encoding="utf-8")
    previous = read_previous(tmp_path)
    assert previous is not None and previous.score == old().score
    page = write_report(old(), tmp_path).read_text(encoding="utf-8")
    assert "A[row * K + a_col]" in page and "35×43×25" in page


@pytest.mark.parametrize("name", EXPORTS)
def test_every_export_is_made_of_it(name: str, tmp_path: Path) -> None:
    """As of new results."""
    assert write_export(name, old(), tmp_path).stat().st_size


def test_the_terminal_tells_its_cases() -> None:
    """With the product's sizes as they are written."""
    console = Console(record=True, width=160)
    terminal_summary(old(), console, verbose=True)
    assert "35×43×25" in console.export_text()


def test_new_points_are_given_for_it() -> None:
    """A batch that goes on with another rubric does not grade again."""
    lab = load_assignment(Path(__file__).parents[1])
    points = ProductPoints(correctness=80, safety=10, tiling=5, performance=5)
    again = rescored(old(), replace(lab, config=lab.config.model_copy(update={"points": points})))
    assert (again.max_score, again.cases[0].sizes) == (100, old().cases[0].sizes)
    assert again.score != old().score


@pytest.mark.parametrize(
    "damage", ['{"schema": 1}', '{"schema": 1, "recordings": [7]}', '{"schema": 1,' + '"a":[' * 9999]
)
def test_a_damaged_file_is_no_results(damage: str) -> None:
    """And nothing worse."""
    with pytest.raises(ValidationError):
        Results.from_json(damage)
