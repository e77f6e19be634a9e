"""A lab that is data, recorded: two launches, the first of which leaves its sums for the second."""

from __future__ import annotations

import math

from grader.results import Contents, Recording, SharedArray, Words

X = (3.0, 1.0, 4.0, 1.0, 5.0, 9.0)
HOSTILE = "</script><img src=x onerror=alert(1)>"
Row = tuple[int, int, int, str, str, int, float]
WORDS = Words(lab="generic", width="BLOCK", output="y")


def vector(*values: float) -> Contents:
    """An array of one dimension."""
    return Contents(dims=(len(values),), values=values)


def adding(*, shared: str = "parts", wrong: bool = False) -> Recording:
    """Block (1,0) of `add_up`: four threads, two elements, a barrier, and an atomic addition to `sums[1]`."""
    events: list[Row] = []
    for thread in range(4):
        value = X[4 + thread] if thread < 2 else 0.0
        if thread < 2:
            events.append((thread, 0, 6, "load", "x", 4 + thread, value))
        events.append((thread, 0, 6, "store", shared, thread, value))
    events += [(thread, 0, 7, "barrier", "", 0, 0.0) for thread in range(4)]
    total = 0.0
    for thread in range(4):
        value = X[4 + thread] if thread < 2 else 0.0
        total += value
        events.append((thread, 1, 8, "load", shared, thread, value))
        events.append((thread, 1, 8, "atomic", "sums", 1, total))
        events.append((thread, 1, 9, "exit", "", 0, 0.0))
    return _recording(
        events, launch=1, kernel="add_up", judged=False, wrong_elements=(5,) if wrong else (),
        shared=(SharedArray(name=shared, dims=(4,), dtype="int"),),
        before={"sums": vector(math.nan, math.nan), "y": vector(*[math.nan] * 6)},
    )  # fmt: skip


def storing(*, wrong: bool = False) -> Recording:
    """Block (1,0) of `take_off`, which stores `x[i] − sums[1]`; its last element is one too many if it is `wrong`."""
    events: list[Row] = []
    for thread in range(2):
        value = X[4 + thread] - 14.0 + (1.0 if wrong and thread else 0.0)
        events.append((thread, 0, 13, "load", "sums", 1, 14.0))
        events.append((thread, 0, 13, "load", "x", 4 + thread, X[4 + thread]))
        events.append((thread, 0, 13, "store", "y", 4 + thread, value))
    events += [(thread, 0, 14, "exit", "", 0, 0.0) for thread in range(4)]
    return _recording(
        events, launch=2, kernel="take_off", wrong_elements=(5,) if wrong else (),
        before={"sums": vector(9.0, 14.0), "y": vector(*[math.nan] * 6)}, wrong=wrong,
    )  # fmt: skip


def _recording(events: list[Row], *, wrong: bool = False, **fields: object) -> Recording:
    right = tuple(value - (9.0 if place < 4 else 14.0) for place, value in enumerate(X))
    got = (*right[:5], right[5] + wrong)
    return Recording.model_validate(
        {
            "case": "walk-through@4", "sizes": {"n": 6}, "tile_width": 4, "grid": (2, 1, 1), "block_dim": (4, 1, 1),
            "block": (1, 0, 0), "shared": (), "output": "y", "expected": right, "events": tuple(events),
            "buffers": {"x": vector(*X), "sums": vector(9.0, 14.0), "y": vector(*got)}, "title": "n = 6 with BLOCK = 4",
            "lab": "generic", "found": (), **fields,
        }
    )  # fmt: skip
