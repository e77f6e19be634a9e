#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Double buffering: while one pair of tiles is used, the next one is loaded. One barrier per phase.
__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                             int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (K - 1) / TILE_WIDTH + 1;

    // phase 0
    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;

    float sum = 0.0f;
    for (int p = 0; p < phases; ++p) {
        const int cur = p % 2;
        const int nxt = 1 - cur;
        __syncthreads();

        if (p + 1 < phases) {
            const int ac = (p + 1) * TILE_WIDTH + tx;
            const int br = (p + 1) * TILE_WIDTH + ty;
            As[nxt][ty][tx] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
            Bs[cur][ty][tx] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        }

#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
