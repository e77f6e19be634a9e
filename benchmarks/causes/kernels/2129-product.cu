#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PHASES(n) (((n) + TILE_WIDTH - 1) / TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum0 = 0.0f, sum1 = 0.0f;

    for (int p = PHASES(K) - 1; p > 0; --p) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;

        As[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncwarp();

        // even and odd products apart
        for (int k = 0; k < TILE_WIDTH; k += 2) {
            sum0 += As[ty][k] * Bs[k][tx];
            sum1 += As[ty][k + 1] * Bs[k + 1][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum0 + sum1;
}
