#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH + 1];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE_WIDTH;
    const int col0 = blockIdx.x * 16;
    const int row = row0 + ty;
    const int col = col0 + tx;

    // the next tiles wait in registers while the block computes
    float nextA = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float nextB = (ty < K && col < N) ? B[ty * N + col] : 0.0f;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        sA[ty][tx] = nextA;
        sB[ty][tx] = nextB;
        __syncthreads();

        const int ka = k0 + tx;
        const int kb = k0 + TILE_WIDTH + ty;
        nextA = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        nextB = (kb < K && col < N) ? B[kb * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += sA[ty][k] * sB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
