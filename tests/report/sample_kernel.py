"""The lesson's kernel: its text, the lines that matter, and the events of a block that runs it."""

from __future__ import annotations

import math
import random

from grader.results import (
    Contents,
    Recording,
    SharedArray,
)
from grader.results.replay import Replay, play
from grader.results.replay.product import story_of
from tests.products import ProductShape

SOURCE = """\
// Tiled matrix multiplication: C (M x N) = A (M x K) * B (K x N), row-major.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

extern "C" __global__ void matmul_tiled(const float *A, const float *B, float *C,
                                        int M, int K, int N) {
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = 0; p < phases; ++p) {
        int a_col = p * TILE_WIDTH + tx;
        int b_row = p * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && a_col < K) ? A[row * K + a_col] : 0.0f;
        Bs[ty][tx] = (b_row < K && col < N) ? B[b_row * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
"""
NO_SECOND_BARRIER = SOURCE.replace("Bs[k][tx];\n        __syncthreads();\n", "Bs[k][tx];\n")
NO_GUARD = SOURCE.replace("(row < M && a_col < K) ? A[row * K + a_col] : 0.0f", "A[row * K + a_col]")
BARRIERS = (22, 26)
LOAD_A, LOAD_B, MULTIPLY, STORE_C = 20, 21, 25, 30


SMALL = ProductShape(4, 4, 4)


def record(
    shape: ProductShape = SMALL,
    tile: int = 2,
    block: tuple[int, int, int] = (0, 0, 0),
    *,
    second_barrier: bool = True,
    guard_a: bool = True,
    seed: int = 1,
    case: str = "trace 4×4",
) -> Recording:
    """The lesson's kernel played in Python, one thread after another up to each barrier, as the emulator does."""
    rng = random.Random(seed)
    a = [float(rng.randint(1, 9)) for _ in range(shape.M * shape.K)]
    b = [float(rng.randint(1, 9)) for _ in range(shape.K * shape.N)]
    c = [math.nan] * (shape.M * shape.N)
    phases = -(-shape.K // tile)
    threads = [(x, y) for y in range(tile) for x in range(tile)]
    sums = dict.fromkeys(threads, 0.0)
    tiles = {"As": [math.nan] * tile**2, "Bs": [math.nan] * tile**2}
    events: list[tuple[int, int, int, str, str, int, float]] = []
    passed = 0

    def load_tiles(p: int, x: int, y: int) -> None:
        thread, row, col = y * tile + x, block[1] * tile + y, block[0] * tile + x
        k_a, k_b = p * tile + x, p * tile + y
        inside_a = k_a < shape.K and row < shape.M
        value = 0.0
        if inside_a or not guard_a:
            index = row * shape.K + k_a
            value = a[index] if index < len(a) else 0.0
            events.append((thread, passed, LOAD_A, "load", "A", index if index < len(a) else -1, value))
        tiles["As"][thread] = value
        events.append((thread, passed, LOAD_A, "store", "As", thread, value))
        value = 0.0
        if k_b < shape.K and col < shape.N:
            value = b[k_b * shape.N + col]
            events.append((thread, passed, LOAD_B, "load", "B", k_b * shape.N + col, value))
        tiles["Bs"][thread] = value
        events.append((thread, passed, LOAD_B, "store", "Bs", thread, value))

    def multiply(x: int, y: int) -> None:
        thread = y * tile + x
        for k in range(tile):
            left, right = tiles["As"][y * tile + k], tiles["Bs"][k * tile + x]
            events.append((thread, passed, MULTIPLY, "load", "As", y * tile + k, left))
            events.append((thread, passed, MULTIPLY, "load", "Bs", k * tile + x, right))
            sums[x, y] += left * right
            events.append((thread, passed, MULTIPLY, "fma", "", 0, sums[x, y]))

    def barrier(line: int) -> None:
        nonlocal passed
        events.extend((y * tile + x, passed, line, "barrier", "", 0, 0.0) for x, y in threads)
        passed += 1

    def finish(x: int, y: int) -> None:
        thread, row, col = y * tile + x, block[1] * tile + y, block[0] * tile + x
        if row < shape.M and col < shape.N:
            c[row * shape.N + col] = sums[x, y]
            events.append((thread, passed, STORE_C, "store", "C", row * shape.N + col, sums[x, y]))
        events.append((thread, passed, STORE_C + 1, "exit", "", 0, 0.0))

    for x, y in threads:
        load_tiles(0, x, y)
    for p in range(phases):
        barrier(BARRIERS[0])
        if second_barrier:
            for x, y in threads:
                multiply(x, y)
            barrier(BARRIERS[1])
        for x, y in threads:
            if not second_barrier:
                multiply(x, y)
            if p + 1 < phases:
                load_tiles(p + 1, x, y)
            else:
                finish(x, y)
    expected = [
        sum(a[i * shape.K + k] * b[k * shape.N + j] for k in range(shape.K))
        for i in range(shape.M)
        for j in range(shape.N)
    ]
    in_block = {
        (block[1] * tile + y) * shape.N + block[0] * tile + x
        for x, y in threads
        if block[1] * tile + y < shape.M and block[0] * tile + x < shape.N
    }
    final = [c[i] if i in in_block else expected[i] for i in range(len(c))]
    return Recording(
        case=case,
        sizes=shape.sizes,
        tile_width=tile,
        grid=(-(-shape.N // tile), -(-shape.M // tile), 1),
        block_dim=(tile, tile, 1),
        block=block,
        shared=(SharedArray(name="As", dims=(tile, tile)), SharedArray(name="Bs", dims=(tile, tile))),
        buffers={
            "A": Contents(dims=(shape.M, shape.K), values=tuple(a)),
            "B": Contents(dims=(shape.K, shape.N), values=tuple(b)),
            "C": Contents(dims=(shape.M, shape.N), values=tuple(final)),
        },
        output="C",
        expected=tuple(expected),
        events=tuple(events),
        title=f"Block ({block[0]},{block[1]}) of {case}",
    )


def values_of(recording: Recording, matrix: str) -> tuple[float, ...]:
    """What a matrix holds, row by row."""
    return recording.buffers[matrix].values


def replay(recording: Recording) -> Replay:
    """The recording as steps."""
    return play(story_of(recording))


def naive_record() -> Recording:
    """The naive kernel on the same 4×4: no tile, every operand straight from global memory."""
    tiled = record()
    events: list[tuple[int, int, int, str, str, int, float]] = []
    sums = [0.0] * 4
    for thread in range(4):
        row, col = divmod(thread, 2)
        for k in range(4):
            left, right = values_of(tiled, "A")[row * 4 + k], values_of(tiled, "B")[k * 4 + col]
            sums[thread] += left * right
            events.append((thread, 0, 9, "load", "A", row * 4 + k, left))
            events.append((thread, 0, 9, "load", "B", k * 4 + col, right))
            events.append((thread, 0, 9, "fma", "", 0, sums[thread]))
        events.append((thread, 0, 10, "store", "C", row * 4 + col, sums[thread]))
        events.append((thread, 0, 11, "exit", "", 0, 0.0))
    return tiled.model_copy(update={"events": tuple(events), "shared": (), "title": "naive"})
