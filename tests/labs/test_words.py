"""In a lab that is data, students and instructors read that lab's words."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.assignment.models import Tile
from grader.cli import main
from grader.errors import UsageError
from grader.grading.pipeline import Session
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.lab import LAB as GENERIC
from grader.report.page import html
from grader.results import Results
from grader.submissions.submission import read_submission
from tests.lighter import lighter

ROOT = Path(__file__).parents[2]
OF_THE_PRODUCT = re.compile(r"TILE_WIDTH|tile.width|matri(x|ces)|A · B", re.IGNORECASE)


def read(results: Results) -> str:
    """What the page and the data say in words."""
    page = re.sub(r"<(script|style)\b.*?</\1>", "", html(results), flags=re.DOTALL)
    items = (item.message for item in (*results.rubric, *results.cases, *results.findings, *results.requirements))
    return "\n".join([re.sub(r"<[^>]+>", " ", page), results.verdict, results.fix_first, *items])


def graded(folder: Path, source: str, cases: str = "*") -> Results:
    """A kernel in a copy of the lab of scans where loads count, too."""
    shutil.copytree(ROOT / "labs/scan", folder)
    config = folder / "config.yaml"
    text = config.read_text(encoding="utf-8").replace("requirements: 40", "requirements: 30\n  performance: 10")
    more = "\nperformance: {traffic: {thresholds: [{ratio: 2, share: 1}]}}\n"
    config.write_text(text + more, encoding="utf-8")
    (folder / "starter/scan.cu").write_text(source, encoding="utf-8")
    with Session(lighter(load_assignment(folder)), seed=1, workers=1, device="cpu") as session:
        return session.grade(read_submission(folder / "starter/scan.cu"), cases=cases).results


def test_what_is_counted_is_told_with_the_labs_own_macro(tmp_path: Path) -> None:
    """A kernel that is right, and how much it loads."""
    source = (ROOT / "labs/scan/reference/solution.cu").read_text(encoding="utf-8")
    results = graded(tmp_path / "scan", source)
    loads = next(item.message for item in results.rubric if item.name == "performance")
    assert " at BLOCK = 128" in loads
    assert not OF_THE_PRODUCT.search(read(results))


def test_a_misspelt_macro_is_answered_with_the_labs_own(tmp_path: Path) -> None:
    """The names that are known are those that are set here."""
    source = (ROOT / "labs/scan/reference/solution.cu").read_text(encoding="utf-8").replace("[BLOCK]", "[BLOCT]", 1)
    results = graded(tmp_path / "scan", source, "two-blocks@128")
    assert "Did you mean BLOCK?" in read(results)
    source = source.replace("BLOCT", "TILE_WIDHT")
    assert not OF_THE_PRODUCT.search(
        read(graded(tmp_path / "again", source, "two-blocks@128")).replace("TILE_WIDHT", "")
    )


def test_trace_takes_the_variant(capsys: pytest.CaptureFixture[str]) -> None:
    """By that name, too; in a lab without any it is an error."""
    folder = ROOT / "labs/scan"
    solution = str(folder / "reference/solution.cu")
    assert main(["trace", solution, "--assignment", str(folder), "--variant", "4", "--shape", "5"]) == 0
    assert capsys.readouterr().out.startswith("n = 5 with BLOCK = 4\n")
    config = load_assignment(folder).config
    assert isinstance(config, GenericConfig)
    plain = config.model_copy(update={"tile": Tile(widths=(1,), macro=None)})
    with pytest.raises(UsageError, match="this assignment has no variants"):
        GENERIC.traced_case(plain, (5,), 4, random=False)
