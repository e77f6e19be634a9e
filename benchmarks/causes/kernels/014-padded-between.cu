#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* Padded tiles (no bank conflicts); everything that does not change in the loop is computed before it. */
__global__ void matmul_tiled(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                             int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int rowC = blockIdx.y * TILE_WIDTH + y;
    const int colC = blockIdx.x * TILE_WIDTH + x;

    int aIndex = rowC * K + x;
    int bIndex = y * N + colC;
    const int aStep = TILE_WIDTH;
    const int bStep = TILE_WIDTH * N;
    const int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float value = 0.f;
    for (int s = 0; s < steps; ++s) {
        const bool aInside = rowC < M && s * TILE_WIDTH + x < K;
        const bool bInside = colC < N && s * TILE_WIDTH + y < K;
        As[y][x] = aInside ? A[aIndex] : 0.f;
        __syncthreads();
        Bs[y][x] = bInside ? B[bIndex] : 0.f;
        aIndex += aStep;
        bIndex += bStep;
#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            value += As[y][k] * Bs[k][x];
        __syncthreads();
    }

    if (rowC < M && colC < N)
        C[rowC * N + colC] = value;
}
