"""What must come out: NumPy's running sums of whole numbers, which are exact."""

from __future__ import annotations

import numpy as np


def expected(inputs: dict[str, np.ndarray], sizes: dict[str, int]) -> dict[str, np.ndarray]:  # noqa: ARG001
    """The buffers by their names, as the kernels should leave them."""
    return {"y": np.cumsum(inputs["x"], dtype=np.int64)}
