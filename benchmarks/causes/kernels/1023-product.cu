#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
struct Tile {
    float cell[W][W];
};

template <int W>
__device__ void multiplyTiles(const Tile<W> &a, const Tile<W> &b, int y, int x, float acc)
{
#pragma unroll
    for (int k = 0; k < W; ++k)
        acc += a.cell[y][k] * b.cell[k][x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile<TILE_WIDTH> tileA;
    __shared__ Tile<TILE_WIDTH> tileB;

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int gRow = blockIdx.y * TILE_WIDTH + y;
    const int gCol = blockIdx.x * TILE_WIDTH + x;

    float acc = 0.0f;
    for (int start = 0; start < K; start += TILE_WIDTH) {
        tileA.cell[y][x] = gRow < M && start + x < K ? A[gRow * K + (start + x)] : 0.0f;
        tileB.cell[y][x] = gCol < N && start + y < K ? B[(start + y) * N + gCol] : 0.0f;
        __syncthreads();
        multiplyTiles<TILE_WIDTH>(tileA, tileB, y, x, acc);
        __syncthreads();
    }

    if (gRow < M && gCol < N)
        C[gRow * N + gCol] = acc;
}
