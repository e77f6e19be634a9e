// HW3 - shared memory GEMM
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
    int idx = row * N + col;   // where my result goes

    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        int k = p * TILE_WIDTH + tx;
        if (row < M && k < K)
            As[ty][tx] = A[row * K + k];
        else
            As[ty][tx] = 0.0f;

        k = p * TILE_WIDTH + ty;
        if (k < K && col < N)
            Bs[ty][tx] = B[k * N + col];
        else
            Bs[ty][tx] = 0.0f;

        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    // don't write past the end of C
    if (idx < M * N)
        C[idx] = sum;
}
