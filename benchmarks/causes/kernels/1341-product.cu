#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float s_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float s_b[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    const float *rowA = A + row * K;
    float *colB = B + col;
    float value = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        s_a[ty][tx] = 0.0f;
        s_b[ty][tx] = 0.0f;
        if (row < M && k0 + tx < K) s_a[ty][tx] = rowA[k0 + tx];
        if (col < N && k0 + ty < K) s_b[ty][tx] = colB[(k0 + ty) * N];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            value += s_a[ty][k] * s_b[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = value;
}
