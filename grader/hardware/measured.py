"""What was measured once, on a GPU that readers of a report may not have: docs/gpu.md has the whole table."""

from __future__ import annotations

GPU = "H200"
SIDE = 2048
"""Of the square matrices, in float."""
MILLISECONDS = {"tiled, T = 16": 2.109, "tiled, T = 32": 1.860, "register-tiled, 64×64": 0.821, "cuBLAS": 0.359}
"""One launch each, the median of 41."""
