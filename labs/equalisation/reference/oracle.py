"""What must come out: the counts, the table and the image, in whole numbers."""

from __future__ import annotations

import numpy as np

Arrays = dict[str, np.ndarray]


def inputs(kind: str, sizes: dict[str, int], rng: np.random.Generator) -> Arrays:
    """Return an image of all values, of dark ones alone, or of one or two values."""
    n = sizes["n"]
    if kind == "dark":
        return {"image": np.minimum(rng.exponential(20, n), 255).astype(np.uint8)}
    ranges = {"random": (0, 256), "pale": (180, 251), "white": (255, 256), "two_values": (254, 256)}
    return {"image": rng.integers(*ranges[kind], n, dtype=np.uint8)} if kind in ranges else {}


def expected(inputs: Arrays, sizes: dict[str, int]) -> Arrays:
    """Return what each launch must leave."""
    image, n = inputs["image"], sizes["n"]
    hist = np.bincount(image, minlength=256)
    upto = np.cumsum(hist)
    first = upto[upto > 0][0]
    table = np.arange(256) if first == n else np.maximum(upto - first, 0) * 255 // (n - first)
    return {"hist": hist, "table": table, "out": table[image]}
