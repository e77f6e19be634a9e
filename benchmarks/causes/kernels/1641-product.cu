#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int row = blockIdx.y * TILE_WIDTH + ty;

    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        int offset = p * TILE_WIDTH;

        float a = 0.0f, b = 0.0f;
        if (row < M && offset + tx < K)
            a = A[row * K + offset + tx];
        if (offset + ty < K && col < N)
            b = B[(offset + ty) * N + col];

        shA[ty][tx] = a;
        shB[ty][tx] = b
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += shA[ty][k] * shB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
