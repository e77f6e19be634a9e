#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    for (int ph = 0; ph < (K - 1) / TILE_WIDTH + 1; ++ph) {
        int a_col = ph * TILE_WIDTH + tx;
        tA[ty][tx] = 0.0f;
        if (row < M && a_col < K) {
            tA[ty][tx] = A[row * K + a_col];
        }

        int b_row = ph * TILE_WIDTH + ty;
        tB[ty][tx] = 0.0f;
        if (b_row < K && col < N) {
            tB[ty][tx] = B[b_row * N + col];
        }

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k); {
            sum += tA[ty][k] * tB[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
