"""Kernels for tensor cores as students write them, and their mistakes with the line to blame."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load
from grader.emulator.result import Run, RunFinding

SIZE = 48

WMMA = """\
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;

// One warp makes a tile of 16 x 16, by way of shared memory.
extern "C" __global__ void matmul(const float *A, const float *B, float *C, int n) {
    __shared__ half As[16][16];
    __shared__ half Bs[16][24];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int p = 0; p < n; p += 16) {
        for (int i = threadIdx.x; i < 256; i += 32) {
            As[i / 16][i % 16] = __float2half(A[(blockIdx.y * 16 + i / 16) * n + p + i % 16]);
            Bs[i / 16][i % 16] = __float2half(B[(p + i / 16) * n + blockIdx.x * 16 + i % 16]);
        }
        __syncwarp();  // first
        wmma::load_matrix_sync(a, &As[0][0], 16);
        wmma::load_matrix_sync(b, &Bs[0][0], 24);
        wmma::mma_sync(c, a, b, c);
        __syncwarp();  // second
    }
    wmma::store_matrix_sync(C + blockIdx.y * 16 * n + blockIdx.x * 16, c, n, wmma::mem_row_major);
}
"""
DIRECT = """\
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;
extern "C" __global__ void matmul(const half *A, const half *B, float *C, int n) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int p = 0; p < n; p += 16) {
        wmma::load_matrix_sync(a, A + blockIdx.y * 16 * n + p, n);
        wmma::load_matrix_sync(b, B + p * n + blockIdx.x * 16, n);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C + blockIdx.y * 16 * n + blockIdx.x * 16, c, n, wmma::mem_row_major);
}
"""
TILED = """\
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;

// A block of six warps makes a tile of 32 x 48, a warp 16 x 16 of it.
extern "C" __global__ void matmul(const half *A, const half *B, float *C, int n) {
    __shared__ half As[32][24];
    __shared__ half Bs[16][56];
    int down = threadIdx.x / 32 / 3, across = threadIdx.x / 32 % 3;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    for (int p = 0; p < n; p += 16) {
        for (int i = threadIdx.x; i < 32 * 16; i += 192)
            As[i / 16][i % 16] = A[(blockIdx.y * 32 + i / 16) * n + p + i % 16];
        for (int i = threadIdx.x; i < 16 * 48; i += 192)
            Bs[i / 48][i % 48] = B[(p + i / 48) * n + blockIdx.x * 48 + i % 48];
        __syncthreads();  // first
        wmma::load_matrix_sync(a, &As[down * 16][0], 24);
        wmma::load_matrix_sync(b, &Bs[0][across * 16], 56);
        wmma::mma_sync(c, a, b, c);
        __syncthreads();  // second
    }
    int row = blockIdx.y * 32 + down * 16, column = blockIdx.x * 48 + across * 16;
    wmma::store_matrix_sync(C + row * n + column, c, n, wmma::mem_row_major);
}
"""
TILED_SIZE = 96


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), start=1) if words in line)


def run(source: str, a: np.ndarray, b: np.ndarray) -> tuple[Run, np.ndarray]:
    compiled = compile_cuda(source, kernel="matmul")
    assert compiled.ok, compiled.diagnostics
    size = len(a)
    c = np.full((size, size), np.nan, np.float32)
    grid, threads = ((size // 48, size // 32), 192) if "As[32]" in source else ((size // 16, size // 16), 32)
    done = load(compiled.ptx)["matmul"].launch(
        grid=grid, block=(threads,), args=[a, b, c, size], names=["A", "B", "C"], uninitialized=["C"]
    )
    return done, c


def singles(seed: int = 0, size: int = SIZE) -> list[np.ndarray]:
    numbers = np.random.default_rng(seed)
    return [numbers.integers(-3, 4, (size, size)).astype(np.float32) for _ in "AB"]


def halves(seed: int, size: int = SIZE) -> list[np.ndarray]:
    return [each.astype(np.float16) for each in singles(seed, size)]


def findings(done: Run, kind: str) -> list[RunFinding]:
    return [each for each in done.findings if each.kind == kind]


def test_a_correct_kernel_is_right_and_gives_no_finding():
    """Small whole numbers are exact in half precision, so the product is exact."""
    a, b = singles()
    done, c = run(WMMA, a, b)
    assert not done.findings
    assert np.array_equal(c, a @ b)


def test_a_kernel_without_shared_memory_is_right_as_well():
    """Fragments loaded from global memory."""
    a, b = halves(1)
    done, c = run(DIRECT, a, b)
    assert not done.findings
    assert np.array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


def test_several_warps_share_a_tile():
    """A launch large enough for the fast way, which leaves matrix instructions to the careful one."""
    a, b = halves(5, TILED_SIZE)
    done, c = run(TILED, a, b)
    assert not done.findings
    assert np.array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


@pytest.mark.parametrize("left_out", ["first", "second"])
def test_a_missing_barrier_between_warps_is_a_race(left_out):
    """A fragment holds what other warps have loaded into the tile."""
    source = TILED.replace(f"__syncthreads();  // {left_out}", "")
    done, _ = run(source, *halves(6, TILED_SIZE))
    found = {frozenset((each.line, each.other.line)) for each in findings(done, "data-race")}
    pairs = {("As[i / 16][i % 16] =", "load_matrix_sync(a"), ("Bs[i / 48][i % 48] =", "load_matrix_sync(b")}
    assert found == {frozenset(line_of(source, words) for words in pair) for pair in pairs}


@pytest.mark.parametrize(
    ("left_out", "lines"),
    [
        ("first", {("As[i / 16][i % 16] =", "load_matrix_sync(a"), ("Bs[i / 16][i % 16] =", "load_matrix_sync(b")}),
        ("second", {("As[i / 16][i % 16] =", "load_matrix_sync(a"), ("Bs[i / 16][i % 16] =", "load_matrix_sync(b")}),
    ],
)
def test_a_missing_barrier_beside_a_load_is_a_race(left_out, lines):
    """Fragments are loaded from what other lanes have stored, or will store in the next phase."""
    source = WMMA.replace(f"__syncwarp();  // {left_out}", "")
    done, _ = run(source, *singles())
    found = {frozenset((each.line, each.other.line)) for each in findings(done, "data-race")}
    assert found == {frozenset(line_of(source, words) for words in pair) for pair in lines}


def test_a_load_past_the_end_of_b_is_out_of_bounds():
    """One tile too many along k: the rows past B are named, on the line of the load."""
    source = DIRECT.replace("p < n; p += 16", "p <= n; p += 16")
    a, b = halves(2)
    done, _ = run(source, a, b)
    found = {(each.line, each.object) for each in findings(done, "out-of-bounds")}
    assert (line_of(source, "load_matrix_sync(b"), "B") in found
    assert {name for _, name in found} == {"A", "B"}


def test_reading_a_shared_tile_that_nobody_filled_is_told():
    """A row of the tile that stays unwritten."""
    source = WMMA.replace("i < 256", "i < 240")
    done, _ = run(source, *singles())
    found = {(each.line, each.object) for each in findings(done, "uninitialized-read")}
    assert found == {(line_of(source, "load_matrix_sync(a"), "As"), (line_of(source, "load_matrix_sync(b"), "Bs")}


def test_a_fragment_at_an_odd_element_is_misaligned():
    """Two halves that a lane loads at once must lie in one word."""
    source = DIRECT.replace("A + blockIdx.y * 16 * n + p, n", "A + blockIdx.y * 16 * n + p + 1, n")
    a, b = halves(3)
    done, _ = run(source, a, b)
    assert {each.line for each in findings(done, "misaligned-access")} == {line_of(source, "load_matrix_sync(a")}


def test_a_shared_tile_whose_rows_are_not_16_bytes_apart_is_misaligned():
    """A GPU reads rows of 16 bytes there, and refuses them anywhere else."""
    source = TILED.replace("As[32][24]", "As[32][20]").replace("[0], 24)", "[0], 20)")
    done, _ = run(source, *halves(7, TILED_SIZE))
    (finding,) = findings(done, "misaligned-access")
    assert (finding.line, finding.object) == (line_of(source, "load_matrix_sync(a"), "As")
    assert "16 bytes" in finding.message


def test_a_warp_of_which_half_has_left_is_divergent():
    """Lanes that skip the multiplication leave the others waiting."""
    source = WMMA.replace("wmma::mma_sync(c, a, b, c);", "if (threadIdx.x < 16) wmma::mma_sync(c, a, b, c);")
    done, _ = run(source, *singles())
    assert {each.line for each in findings(done, "barrier-divergence")} == {line_of(source, "if (threadIdx.x < 16)")}


def test_elements_of_a_fragment_can_be_scaled():
    """`fragment.x[i]` of the accumulator, whatever its layout."""
    source = WMMA.replace(
        "    wmma::store_matrix_sync",
        "    for (int i = 0; i < c.num_elements; ++i) c.x[i] *= 2.0f;\n    wmma::store_matrix_sync",
    )
    a, b = singles(4)
    done, c = run(source, a, b)
    assert not done.findings
    assert np.array_equal(c, 2 * (a @ b))


@pytest.mark.parametrize(("width", "times"), [(24, 1), (16, 2), (32, 4)])
def test_bank_conflicts_of_a_fragment_are_counted(width, times):
    """Eight rows pass at once if their banks differ: 48 bytes apart they do; 32 or 64 bytes apart they collide."""
    source = TILED.replace("As[32][24]", f"As[32][{width}]").replace("[0], 24)", f"[0], {width})")
    a, b = halves(8, TILED_SIZE)
    args = [a, b, np.zeros((TILED_SIZE, TILED_SIZE), np.float32), TILED_SIZE]
    kernel = load(compile_cuda(source, kernel="matmul").ptx)["matmul"]
    profiled = kernel.profile(grid=(2, 3), block=(192,), args=args)
    counted = kernel.launch(grid=(2, 3), block=(192,), args=args).counters
    number = line_of(source, "load_matrix_sync(a")
    row, same = (next(each for each in counters.lines if each.line == number) for counters in (profiled, counted))
    fragments = 6 * 6 * TILED_SIZE // 16
    assert row.shared_load_ideal_wavefronts == 4 * fragments
    assert row.shared_load_wavefronts == times * 4 * fragments
    assert (row.shared_loads, row.shared_load_bytes) == (same.shared_loads, same.shared_load_bytes)
