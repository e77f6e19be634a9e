#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PAD 1;
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH + PAD];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;

    for (int p = 0, n = CEIL_DIV(K, TILE_WIDTH); p < n; ++p) {
        const int ka = p * TILE_WIDTH + tx;
        const int kb = p * TILE_WIDTH + ty;
        As[tx][ty] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += As[k + 0][ty] * Bs[k + 0][tx];
            s1 += As[k + 1][ty] * Bs[k + 1][tx];
            s2 += As[k + 2][ty] * Bs[k + 2][tx];
            s3 += As[k + 3][ty] * Bs[k + 3][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = (s0 + s1) + (s2 + s3);
}
