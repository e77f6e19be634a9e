"""What must come out: the sums over all pairs, in float64."""

from __future__ import annotations

import numpy as np

Arrays = dict[str, np.ndarray]
ROUNDING = 2.0**-24


def inputs(kind: str, sizes: dict[str, int], rng: np.random.Generator) -> Arrays:
    """Return random bodies around the origin, each with a mass; other kinds are the grader's own."""
    if kind != "random":
        return {}
    place, mass = rng.uniform(-1, 1, (sizes["n"], 3)), rng.uniform(0.5, 1.5, (sizes["n"], 1))
    return {"pos": np.hstack([place, mass]).astype(np.float32)}


def expected(inputs: Arrays, sizes: dict[str, int]) -> Arrays:  # noqa: ARG001
    """Return acceleration and potential of each body."""
    return {"acc": terms(inputs).sum(axis=1)}


def bound(inputs: Arrays, _: Arrays, sizes: dict[str, int]) -> Arrays:
    """Return what rounding explains: a part of the sum of the terms' magnitudes."""
    return {"acc": (sizes["n"] + 24) * ROUNDING * np.abs(terms(inputs)).sum(axis=1) + 1e-30}


def terms(inputs: Arrays) -> np.ndarray:
    """Return what each body adds to each other one's four sums: shape (n, n, 4)."""
    pos = inputs["pos"].astype(float)
    apart = pos[None, :, :3] - pos[:, None, :3]
    near = 1 / np.sqrt((apart**2).sum(axis=2) + float(inputs["softening"]) ** 2)
    potential = pos[None, :, 3] * near
    return np.concatenate([(potential * near**2)[..., None] * apart, potential[..., None]], axis=2)
