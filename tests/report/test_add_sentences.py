"""What to mend first, of a cause on one line and a fault that was seen on another."""

from __future__ import annotations

import pytest

from grader.report.add_sentences import worded
from grader.results import Cause
from tests.report import samples

SEEN = samples.RACE.line


@pytest.mark.parametrize(
    ("line", "begins"),
    [(SEEN, f"Line {SEEN}: Thread (5,0) reads"), (SEEN + 1, f"Line {SEEN + 1}: On line {SEEN} thread (5,0) reads")],
)
def test_threads_that_meet_are_told_with_their_line_where_another_one_must_change(line: int, begins: str):
    """A barrier is missing after a line that only reads: who writes there is said to do it elsewhere."""
    race = samples.RACE.model_copy(update={"message": "Thread (5,0) reads As[0][3], and so on."})
    cause = Cause(line=line, kind="barrier added", proved=True, lines=(line,))
    results = samples.missing_barrier().model_copy(update={"findings": (race,), "cause": cause})
    assert worded(results).fix_first.startswith(begins)
