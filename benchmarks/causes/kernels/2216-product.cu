#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int tile = blockDim.x;
    __shared__ float As[tile][tile];
    __shared__ float Bs[tile][tile];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * tile + ty;
    int col = blockIdx.x * tile + tx;
    float sum = 0.0f;

    for (int m = 0; m < (K + tile - 1) / tile; m++) {
        if (row < M && m * tile + tx < K)
            As[ty][tx] = A[row * K + m * tile + tx];
        else
            As[ty][tx] = 0.0f;
        if (m * tile + ty < K && col < N)
            Bs[ty][tx] = B[(m * tile + ty) * N + col];
        else
            Bs[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < tile; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
