"""The emulator by itself: a string of PTX, NumPy and llvmlite."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "emulator.md").read_text(encoding="utf-8")
EXAMPLE, SHOWN = (
    re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1] for language in ("python", "text")
)

BLOCKED = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        stranger = top not in sys.stdlib_module_names and top not in ("grader", "numpy", "llvmlite")
        if stranger or name.startswith("grader.") and not name.startswith(("grader.emulator", "grader.version")):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
"""


def run_alone(code: str) -> subprocess.CompletedProcess[str]:
    """Code in a process that has the standard library, NumPy, llvmlite and `grader.emulator`, and nothing else."""
    command = [sys.executable, "-c", BLOCKED + code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")


def test_the_example_prints_what_the_page_shows_with_numpy_and_llvmlite_alone():
    """PTX in a string becomes findings, values and counts."""
    done = run_alone(EXAMPLE)
    assert done.stderr == ""
    assert done.stdout == SHOWN
    assert "data-race" in SHOWN


def test_grading_asks_for_more_and_says_what():
    """A package that is missing there is named, so the test above would notice one that the emulator began to need."""
    done = run_alone("import grader\ngrader.load_assignment")
    assert done.returncode
    assert "No module named 'grader.assignment'" in done.stderr
    assert "No module named 'pydantic'" in run_alone("import pydantic").stderr
