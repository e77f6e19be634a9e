#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;

    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        // four at a time
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += As[ty][k] * Bs[k][tx];
            s1 += As[ty][k + 1] * Bs[k + 1][tx];
            s2 += As[ty][k + 2] * Bs[k + 1][tx];
            s3 += As[ty][k + 3] * Bs[k + 3][tx];
        }
        __syncwarp();
    }

    if (row < M && col < N)
        C[row * N + col] = (s0 + s1) + (s2 + s3);
}
