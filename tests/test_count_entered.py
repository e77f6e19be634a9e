"""What of the grader is entered while a kernel is graded can be counted."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "scripts/count_entered.py"


def test_the_whole_command_enters_more_than_grading_alone() -> None:
    """Modules and functions, of a grading of one case."""
    command = [sys.executable, str(SCRIPT), "--case", "lesson-34-random@16"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    counts = re.findall(r"^(\S+): (\d+) modules, (\d+) functions$", done.stdout, re.MULTILINE)
    (whole, modules, functions), (alone, fewer, less) = counts
    assert (whole, alone) == ("whole", "Session.grade")
    assert int(modules) > int(fewer) > 50
    assert int(functions) > int(less) > 300
