#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
struct Tile {
    float v[W][W];
};

template <int W>
__device__ float rowTimesColumn(const Tile<W> &a, const Tile<W> &b, int y, int x)
{
    auto acc = 0;
#pragma unroll
    for (int k = 0; k < W; ++k)
        acc += a.v[y][k] * b.v[k][x];
    return acc;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile<TILE_WIDTH> a;
    __shared__ Tile<TILE_WIDTH> b;

    const int x = threadIdx.x, y = threadIdx.y;
    const int gx = blockIdx.x * TILE_WIDTH + x;
    const int gy = blockIdx.y * TILE_WIDTH + y;

    float total = 0.0f;
    for (int off = 0; off < K; off += TILE_WIDTH) {
        a.v[y][x] = gy < M && off + x < K ? A[gy * K + (off + x)] : 0.0f;
        b.v[y][x] = off + y < K && gx < N ? B[(off + y) * N + gx] : 0.0f;
        __syncthreads();
        total += rowTimesColumn<TILE_WIDTH>(a, b, y, x);
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = total;
}
