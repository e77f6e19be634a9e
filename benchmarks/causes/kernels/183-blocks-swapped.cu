#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x;
    int by = blockIdx.y;
    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // first row and first column of this block's part of C
    int rowBegin = bx * TILE_WIDTH;
    int colBegin = by * TILE_WIDTH;

    float Csub = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        if (rowBegin + ty < M && k + tx < K)
            As[ty][tx] = A[(rowBegin + ty) * K + (k + tx)];
        else
            As[ty][tx] = 0.0f;
        if (k + ty < K && colBegin + tx < N)
            Bs[ty][tx] = B[(k + ty) * N + (colBegin + tx)];
        else
            Bs[ty][tx] = 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            Csub += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    if (rowBegin + ty < M && colBegin + tx < N)
        C[(rowBegin + ty) * N + (colBegin + tx)] = Csub;
}
