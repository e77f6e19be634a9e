#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float partial[4] = {0.0f, 0.0f, 0.0f, 0.0f};

    int ph = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    do {
        --ph;
        int ka = ph * TILE_WIDTH + tx;
        int kb = ph * TILE_WIDTH + ty;

        As[ty][tx] = (row < M) && (ka < K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = (col < N) && (kb < K) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        // four independent sums, TILE_WIDTH is a multiple of 4
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            partial[0] += As[ty][k]     * Bs[k][tx];
            partial[1] += As[ty][k + 1] * Bs[k + 1][tx];
            partial[2] += As[ty][k + 2] * Bs[k + 2][tx];
            partial[3] += As[ty][k + 3] * Bs[k + 2][tx];
        }
        __syncthreads();
    } while (ph > 0);

    if (row < M && col < N)
        C[row * N + col] = (partial[0] + partial[1]) + (partial[2] + partial[3]);
}
