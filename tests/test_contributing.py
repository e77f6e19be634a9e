"""What CONTRIBUTING.md and docs/architecture.md say about places is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("CONTRIBUTING.md", "docs/architecture.md", "docs/inside-the-emulator.md")
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`(?: \(`(\w+)`\))?")
WRITTEN_BY_A_COMMAND = ("seen/",)
"""Folders that a command of the page makes."""


def places(page: str) -> list[tuple[str, str]]:
    """Paths with a slash that a page names, each with the name in parentheses behind it."""
    found = NAMED.findall((ROOT / page).read_text(encoding="utf-8"))
    return [(path, name) for path, name in found if path not in WRITTEN_BY_A_COMMAND]


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_a_page_names_exists(page: str) -> None:
    """From the repository, the package or the emulator; a name behind a path stands in that file."""
    assert places(page)
    for path, name in places(page):
        homes = [ROOT, ROOT / "grader", ROOT / "grader" / "emulator"]
        there = [home / path for home in homes if (home / path).exists()]
        assert there, f"{page}: {path}"
        if name and there[0].is_file():
            assert re.search(rf"\b{name}\b", there[0].read_text(encoding="utf-8")), f"{page}: {path} has no {name}"


def test_what_is_added_in_a_row_has_its_table_there() -> None:
    """A table that CONTRIBUTING says takes a row is in the file that it names."""
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.M))
    tables = {
        "a hint": "hints:",
        "an export": "EXPORTS",
        "a GPU": "GPUS",
        "a kind of finding": "KINDS",
        "a command": "COMMANDS",
        "a checker": "KINDS",
    }
    for what, mark in tables.items():
        files = [ROOT / path for path, _ in NAMED.findall(rows[what])]
        texts = [
            each.read_text(encoding="utf-8")
            for path in files
            for each in (path.rglob("*.py") if path.is_dir() else [path])
        ]
        assert any(mark in text for text in texts), f"{what}: no {mark} in {rows[what]}"
