#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float right[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockDim.y * blockIdx.y + ty;
    const int col = blockDim.x * blockIdx.x + tx;

    float s = 0.0f;
    left[ty][tx] = 0.0f;
    right[ty][tx] = 0.0f;

    for (int q = 0; q < (K + TILE_WIDTH - 1) / TILE_WIDTH; q++)
    {
        const int kx = q * TILE_WIDTH + tx;
        const int ky = q * TILE_WIDTH + ty;

        if (row < M && kx < K)
            left[ty][tx] = A[row * K + kx];
        if (ky < K && col < N)
            right[ty][tx] = B[ky * N + col];
        __syncthreads();

        for (int j = 0; j < TILE_WIDTH; j++)
            s += left[ty][j] * right[j][tx];
        __syncthreads();
    }

    if (row < M)
        if (col < N)
            C[row * N + col] = s;
}
