"""A small assignment in a folder of its own, to be spoilt."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the lab's own assignment."""
    for name in ("testcases", "reference"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("mistakes", "__pycache__"))
    shutil.copy(ROOT / "config.yaml", tmp_path)
    return tmp_path


@pytest.fixture
def edit(folder: Path) -> Callable[[str, str, str], None]:
    """Replace one piece of text in one file of the assignment."""

    def replace(name: str, old: str, new: str) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace
