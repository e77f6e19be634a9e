"""The warm process: what its children need is loaded before the first of them is forked."""

from __future__ import annotations

import subprocess
import sys

import pytest

from grader.devices.warm import AVAILABLE

_LOAD_THEN_WORK = """
import sys
from grader.devices.warm import load, rehearse
load()
before = set(sys.modules)
rehearse()
print(*sorted(set(sys.modules) - before))
"""


@pytest.mark.skipif(not AVAILABLE, reason="the warm process is forked on Linux alone")
def test_that_compiling_and_launching_load_nothing_more() -> None:
    """Each child of each submission would load it anew, while a student waits."""
    done = subprocess.run([sys.executable, "-c", _LOAD_THEN_WORK], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
