"""An assignment that gives nothing for an item is not unsound because the mistakes of that item are not told."""

from __future__ import annotations

import shutil
from pathlib import Path

from grader.assignment import load_assignment
from grader.labs.matmul.config import ProductPoints
from grader.selfcheck.check import check_assignment
from tests.lighter import lighter

ROOT = Path(__file__).parents[2]
KEPT = ("tiling-naive", "performance-bank-conflict", "barrier-second-missing")


def test_an_item_worth_nothing_does_not_make_an_assignment_unsound(tmp_path: Path) -> None:
    """Mistakes of tiling and speed are asked for nowhere where neither is part of the score."""
    for name in ("config.yaml", "testcases", "reference", "starter"):
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, tmp_path / name)
    for path in (tmp_path / "reference" / "mistakes").glob("*.cu"):
        if path.stem not in KEPT:
            path.unlink()
    plain = lighter(load_assignment(tmp_path)).configured(points=ProductPoints(correctness=80, safety=20))
    check = check_assignment(plain, mutants=False)
    assert [f"{entry.mistake.name}: {entry.problem}" for entry in check.slipped] == []
    assert check.sound
