"""A small assignment for the emulated GPU: one tile width, few cases, one timed size that the emulator can bear."""

from __future__ import annotations

from pathlib import Path

from grader.assignment import Assignment, load_assignment

ROOT = Path(__file__).resolve().parents[2]
TIMED_SIZE = 40

_CONFIG = """\
tile: {{widths: [16]}}
performance:
  traffic:
    shape: {{M: 4*TILE_WIDTH, K: 4*TILE_WIDTH, N: 4*TILE_WIDTH}}
  time: {{sizes: [{size}], max_seconds: 60}}
defines: {{TIMED_SIZE: {size}}}
limits: {{seconds: {seconds}}}
sweep: {{work: 0}}  # it would find most of what only the timed size shows
"""
_CASES = """\
title: Small
reason: Few cases, so that the test is quick.
points: 60
cases:
  - {name: square, M: 32, K: 32, N: 32}
  - {name: ragged, M: 21, K: 35, N: 18}
  - {name: ones, M: 34, K: 34, N: 34, inputs: ones_twos}
"""


def small_assignment(folder: Path, *, seconds: float = 20.0) -> Assignment:
    """The assignment in `folder`, with the repository's own kernels."""
    (folder / "testcases").mkdir()
    (folder / "reference").mkdir()
    (folder / "config.yaml").write_text(_CONFIG.format(size=TIMED_SIZE, seconds=seconds))
    (folder / "testcases" / "small.yaml").write_text(_CASES)
    for path in (ROOT / "reference").glob("*.*"):
        (folder / "reference" / path.name).write_bytes(path.read_bytes())
    return load_assignment(folder)
