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

    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int aCol = p * TILE_WIDTH + tx;
        int bRow = p * TILE_WIDTH + tx;

        As[ty][tx] = (row < M && aCol < K) ? A[row * K + aCol] : 0.0f;
        Bs[ty][tx] = (bRow < K && col < N) ? B[bRow * N + col] : 0.0f;
        __syncthreads();

        // four at a time
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += As[ty][k] * Bs[k][tx];
            s1 += As[ty][k + 1] * Bs[k + 1][tx];
            s2 += As[ty][k + 2] * Bs[k + 2][tx];
            s3 += As[ty][k + 3] * Bs[k + 2][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = (s0 + s1) + (s2 + s3);
}
