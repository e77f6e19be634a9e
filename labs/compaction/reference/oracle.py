"""What is right: the positive elements of x, each as often as it stands there, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

Buffers = dict[str, np.ndarray]


def check(inputs: Buffers, outputs: Buffers, sizes: dict[str, int]) -> Iterator[tuple[str, dict[str, object]]]:  # noqa: ARG001
    """Say which elements are no positive ones of x, or too many."""
    kept = inputs["x"][inputs["x"] > 0]
    if outputs["count"][0] != kept.size:
        yield f"x has {kept.size} positive elements, and count must say how many.", {"count": 0}
    left = Counter(kept.tolist())
    wrong = []
    for place, value in enumerate(outputs["out"][: kept.size].tolist()):
        left[value] -= 1
        if left[value] < 0:
            wrong.append(place)
    if wrong:
        yield "This is no positive element of x, or it stands in out more often than in x.", {"out": wrong}
