"""Kernels that the tests of edits and diagnoses change."""

from __future__ import annotations

TILED = """\
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *left, const float *right, float *out, int M, int K, int N)
{
    __shared__ float tileL[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileR[TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + y;
    int c = blockIdx.x * TILE_WIDTH + x;
    float acc = 0.0f;
    for (int t = 0; t < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++t) {
        int lc = t * TILE_WIDTH + x;
        int rr = t * TILE_WIDTH + y;
        tileL[y][x] = (r < M && lc < K) ? left[r * K + lc] : 0.0f;
        tileR[y][x] = (rr < K && c < N) ? right[rr * N + c] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            acc += tileL[y][i] * tileR[i][x];
        __syncthreads();
    }
    if (r < M && c < N)
        out[r * N + c] = acc;
}
"""

WALKING = """\
__device__ float dot(const float *one, const float *other, int y, int x)
{
    float part = 0.0f;
    for (int i = 0; i < TILE_WIDTH; i++)
        part += one[y * TILE_WIDTH + i] * other[i * TILE_WIDTH + x];
    return part;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[2][TILE_WIDTH * TILE_WIDTH];
    __shared__ float b[2][TILE_WIDTH * TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y, buf = 0;
    int r = blockIdx.y * TILE_WIDTH + y, c = blockIdx.x * TILE_WIDTH + x;
    const float *pa = A + r * K + x;
    const float *pb = B + y * N + c;
    float sum = 0.0f;
    for (int k = 0; k < K; k += TILE_WIDTH) {
        if (r < M && k + x < K) a[buf][y * TILE_WIDTH + x] = *pa; else a[buf][y * TILE_WIDTH + x] = 0.0f;
        if (c < N && k + y < K) b[buf][y * TILE_WIDTH + x] = *pb; else b[buf][y * TILE_WIDTH + x] = 0.0f;
        __syncthreads();
        sum += dot(a[buf], b[buf], y, x);
        pa += TILE_WIDTH;
        pb += TILE_WIDTH * N;
        buf = 1 - buf;
    }
    if (r < M && c < N) C[r * N + c] = sum;
}
"""

DOUBLE = """\
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[2][TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y, now = 0;
    int r = blockIdx.y * TILE_WIDTH + y, c = blockIdx.x * TILE_WIDTH + x;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    a[0][y][x] = (r < M && x < K) ? A[r * K + x] : 0.0f;
    b[0][y][x] = (y < K && c < N) ? B[y * N + c] : 0.0f;
    float sum = 0.0f;
    for (int p = 0; p < phases; ++p) {
        int next = 1 - now;
        __syncthreads();
        if (p + 1 < phases) {
            int k = (p + 1) * TILE_WIDTH;
            a[next][y][x] = (r < M && k + x < K) ? A[r * K + k + x] : 0.0f;
            b[next][y][x] = (k + y < K && c < N) ? B[(k + y) * N + c] : 0.0f;
        }
        for (int i = 0; i < TILE_WIDTH; ++i) sum += a[now][y][i] * b[now][i][x];
        now = next;
    }
    if (r < M && c < N) C[r * N + c] = sum;
}
"""


MIXED = """\
#define INSIDE(r, c, rows, cols) ((r) < (rows) && (c) < (cols))

struct Tile {
    float cell[TILE_WIDTH][TILE_WIDTH];

    __device__ void load(const float *m, int top, int left, int rows, int cols)
    {
        int r = top + threadIdx.y, c = left + threadIdx.x;
        cell[threadIdx.y][threadIdx.x] = INSIDE(r, c, rows, cols) ? m[r * cols + c] : 0.0f;
    }
};

__device__ void add(float &part, const Tile &a, const Tile &b)
{
    for (int k = 0; k < TILE_WIDTH; ++k)
        part += a.cell[threadIdx.y][k] * b.cell[k][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a[2];
    int top = blockIdx.y * TILE_WIDTH, left = blockIdx.x * TILE_WIDTH;
    float sum[1] = {};
    auto store = [&](int r, int c) {
        if (r < M && c < N)
            C[r * N + c] = sum[0];
    };
    bool first = true;
    for (int rest = K; rest > 0; rest -= TILE_WIDTH) {
        if (first == false)
            __syncthreads();
        first = false;
        a[0].load(A, top, K - rest, M, K);
        a[1].load(B, K - rest, left, K, N);
        __syncthreads();
        add(sum[0], a[0], a[1]);
    }
    store(top + threadIdx.y, left + threadIdx.x);
}
"""


def changed(source: str, right: str, wrong: str) -> str:
    """The source with the first `right` replaced; it must be there."""
    assert right in source, right
    return source.replace(right, wrong, 1)
