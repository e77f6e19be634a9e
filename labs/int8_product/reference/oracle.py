"""What is right: C = A · B of bytes, added up exactly; Bt is B transposed."""

from __future__ import annotations

import numpy as np

Buffers = dict[str, np.ndarray]


def expected(inputs: Buffers, sizes: dict[str, int]) -> Buffers:  # noqa: ARG001
    """Return C in whole numbers."""
    return {"C": inputs["A"].astype(np.int64) @ inputs["Bt"].astype(np.int64).T}


def inputs(kind: str, sizes: dict[str, int], rng: np.random.Generator) -> Buffers:
    """Fill with the least and the largest bytes, more of the least."""
    if kind != "extremes":
        return {}
    lengths = {"A": sizes["M"], "Bt": sizes["N"]}
    return {name: rng.choice([-128, -128, 127], (rows, sizes["K"])).astype(np.int8) for name, rows in lengths.items()}
