"""What goes into a histogram, and what must come out."""

from __future__ import annotations

import numpy as np

BINS = 100


def inputs(kind: str, sizes: dict[str, int], rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Data that have a bin: anywhere, one after the other, or all in the last one."""
    n = sizes["n"]
    if kind == "ascending":
        return {"data": np.arange(n) % BINS}
    if kind == "last_bin":
        return {"data": np.full(n, BINS - 1)}
    return {"data": rng.integers(0, BINS, n)}


def expected(inputs: dict[str, np.ndarray], sizes: dict[str, int]) -> dict[str, np.ndarray]:  # noqa: ARG001
    """The buffers by their names, as the kernel should leave them."""
    return {"hist": np.bincount(inputs["data"], minlength=BINS)}
