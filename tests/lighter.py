"""The same assignment with less to do, for tests of what one tile width and few shapes show as well."""

from __future__ import annotations

from grader.assignment import Assignment


def lighter(assignment: Assignment, *, work: float = 0) -> Assignment:
    """At its first tile width alone; so much `work` goes into shapes beside the cases, or none."""
    tile, sweep = assignment.config.tile, assignment.config.sweep
    assert tile.widths != "auto"
    return assignment.configured(
        tile=tile.model_copy(update={"widths": tile.widths[:1]}), sweep=sweep.model_copy(update={"work": work})
    )
