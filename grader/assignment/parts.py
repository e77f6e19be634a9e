"""Several kernels in one assignment: keys above `parts` apply to each part that does not set them.

    parts:
      naive: {title: One thread a cell, kernel: product_naive, points: {correctness: 20}}
      tiled: {title: Tiles in shared memory, kernel: product_tiled, points: {correctness: 40, tiling: 40}}

Students hand in one file with all kernels. So line numbers refer to one file, helpers are written once, and downloads
are searched for files as usual.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.assignment.yaml_source import AssignmentError, Document, YamlProblem

KEY = "parts"
MOST_PARTS = 16
NAME = r"[A-Za-z][A-Za-z0-9_-]{0,31}"
OF_THE_WHOLE = (
    "assignment", "submission", "skeleton", "reference", "device", "compiler", "limits", "seed", KEY,
)  # fmt: skip
"""Keys that are common to all parts: there is one file, one solution and one run."""


def split(document: Document) -> dict[str, Document]:
    """Return each part's configuration by name; empty without parts. Raise `AssignmentError`."""
    data = document.data
    if not isinstance(data, dict) or KEY not in data:
        return {}
    problems = list(_problems(document, data[KEY]))
    if problems:
        raise AssignmentError(*problems)
    return {name: document.with_inner((KEY, name)) for name in data[KEY]}


def title_of(name: str, document: Document) -> str:
    """Remove the title from a part's configuration and return it."""
    usual = name.replace("_", " ").replace("-", " ").capitalize()
    title = document.data.pop("title") if "title" in document.inner else usual
    if not isinstance(title, str) or not 0 < len(title) <= 80:
        raise AssignmentError(document.problem(("title",), "expected text of at most 80 characters"))
    return title


def _problems(document: Document, parts: object) -> Iterator[YamlProblem]:
    if not isinstance(parts, dict) or not 1 < len(parts) <= MOST_PARTS:
        yield document.problem((KEY,), f"expected from 2 to {MOST_PARTS} parts (name: its kernel, its points)")
        return
    if "points" in document.data:
        yield document.problem(("points",), "each part has points of its own: say them there, and not here")
    for name, part in parts.items():
        if not re.fullmatch(NAME, name):
            yield document.problem((KEY, name), "a part's name has letters, digits, _ and -, and begins with a letter")
        elif not isinstance(part, dict):
            yield document.problem((KEY, name), "expected keys and values, such as kernel and points")
        else:
            for key in OF_THE_WHOLE:
                if key in part:
                    yield document.problem((KEY, name, key), f"all parts have it in common: say it above {KEY}")
            if "points" not in part:
                yield document.problem((KEY, name, "points"), "is missing: what a part is worth is its own")
