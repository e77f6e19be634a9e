#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        const int ka = p * TILE_WIDTH + tx;
        const int kb = p * TILE_WIDTH + ty;
        const bool outA = row >= M && ka >= K;
        const bool outB = kb >= K || col >= N;

        As[ty][tx] = 0.0f;
        if (!outA) As[ty][tx] = A[row * K + ka];
        Bs[ty][tx] = 0.0f;
        if (!outB) Bs[ty][tx] = B[kb * N + col];

        __syncthreads();
        for (int k = TILE_WIDTH - 1; k > 0; --k) {
            sum += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) C[row * N + col] = sum;
}
