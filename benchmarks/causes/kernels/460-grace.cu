#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Walks K from its far end to its beginning; the order of the phases does not matter for the sum.
template <int W>
__device__ float dot(const float (&a)[W][W], const float (&b)[W][W], int y, int x)
{
    float part = 0.0f;
#pragma unroll
    for (int k = 0; k < W; ++k)
        part += a[y][k] * b[k][x];
    return part;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + y;
    const int col = blockIdx.x * TILE_WIDTH + x;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float acc = 0.0f;
    for (int p = phases - 1; p > 0; --p) {
        const int ka = p * TILE_WIDTH + x;
        const int kb = p * TILE_WIDTH + y;
        tileA[y][x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        tileB[y][x] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        acc += dot<TILE_WIDTH>(tileA, tileB, y, x);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
