"""The launches whose memory counters Nsight Compute gave on a GPU, and the emulator must give as well."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
RECORDING = Path(__file__).with_name("recordings") / "ncu.json"
SHAPE = (96, 80, 112)
PATTERN_THREADS = 64

METRICS = {
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "shared_load_instructions": "smsp__inst_executed_op_shared_ld.sum",
}


@dataclass(frozen=True, slots=True)
class Counted:
    """One launch: a kernel of a file, its tile width (0: none), grid, block, and the numbers after its arrays."""

    path: str
    kernel: str
    width: int
    grid: tuple[int, int]
    block: tuple[int, int]
    numbers: tuple[int, ...]

    @property
    def name(self) -> str:
        """What the recording calls it."""
        if self.width:
            return f"{Path(self.path).stem} {self.width}"
        return f"{self.kernel} {' '.join(map(str, self.numbers))}"

    def source(self) -> str:
        """The CUDA source."""
        return (ROOT / self.path).read_text(encoding="utf-8")

    def arrays(self) -> list[np.ndarray]:
        """The kernel's arrays, in the order of its parameters."""
        if not self.width:
            return [np.zeros(4096, np.float32), np.zeros(PATTERN_THREADS, np.float32)]
        rows, inner, columns = self.numbers
        return [np.zeros(size, np.float32) for size in (rows * inner, inner * columns, rows * columns)]


def _product(path: str, kernel: str, width: int) -> Counted:
    grid = -(-SHAPE[2] // width), -(-SHAPE[0] // width)
    return Counted(path, kernel, width, grid, (width, width), SHAPE)


PRODUCTS = tuple(
    _product(path, kernel, width)
    for path, kernel, widths in (
        ("reference/naive.cu", "matmul_naive", (16, 32)),
        ("reference/tiled.cu", "matmul_tiled", (8, 16, 32)),
        ("tests/gpu/kernels/uncoalesced.cu", "matmul_tiled", (16, 32)),
        ("tests/kernels/correct/padded_tiles.cu", "matmul_tiled", (32,)),
        ("tests/kernels/correct/transposed_tile.cu", "matmul_tiled", (16, 32)),
        ("tests/kernels/correct/register_tiles.cu", "matmul_tiled", (16,)),
        ("tests/kernels/correct/double_buffering.cu", "matmul_tiled", (32,)),
    )
    for width in widths
)

# stride, mask, flip, every: neighbours that share their address or do not, threads that idle, columns of a tile.
_PATTERNS = (
    (1, -1, 0, 1), (2, -1, 0, 1), (8, -1, 0, 1), (32, -1, 0, 1), (33, -1, 0, 1),
    (1, ~1, 0, 1), (1, ~2, 0, 1), (1, ~3, 0, 1), (1, ~4, 0, 1), (1, ~8, 0, 1), (1, ~16, 0, 1), (1, 0, 0, 1),
    (1, 7, 0, 1), (8, ~1, 0, 1), (32, ~2, 0, 1), (1, -1, 5, 1), (1, -1, 0, 2), (8, -1, 0, 3), (1, ~1, 0, 3),
    (32, 7, 0, 1),
)  # fmt: skip
PATTERNS = tuple(
    Counted("tests/gpu/kernels/shared_patterns.cu", f"pattern_{size}", 0, (1, 1), (PATTERN_THREADS, 1), numbers)
    for size in (4, 8, 16)
    for numbers in _PATTERNS
)
COUNTED = PRODUCTS + PATTERNS
