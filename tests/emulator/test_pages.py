"""The emulator's pages say what its tables say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_list_of_instructions_is_the_emulators_own():
    """A new row is in the list, or this fails."""
    script = ROOT / "scripts" / "list_instructions.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
