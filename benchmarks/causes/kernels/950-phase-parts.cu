#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float whole = 0.0f;
    float part = 0.0f;
    tile_a[ty][tx] = 0.0f;
    tile_b[ty][tx] = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (row < M && k0 + tx < K)
            tile_a[ty][tx] = A[row * K + k0 + tx];
        if (k0 + ty < K && col < N)
            tile_b[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            part += tile_a[ty][k] * tile_b[k][tx];
        whole += part;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = whole;
}
