#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float A_s[TILE_WIDTH * TILE_WIDTH];
    __shared__ float B_s[TILE_WIDTH * TILE_WIDTH];

    const int me = threadIdx.y * TILE_WIDTH + threadIdx.x;
    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    const bool inRows = row < M;
    const bool inCols = col < N;

    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    const int lastWidth = K % TILE_WIDTH;
    float sum = 0.0f;

    for (int p = 0; p < phases; ++p) {
        const int start = p * TILE_WIDTH;
        const int width = (p == phases - 1) ? lastWidth : TILE_WIDTH;

        if (inRows && threadIdx.x < width)
            A_s[me] = A[row * K + start + threadIdx.x];
        else
            A_s[me] = 0.0f;
        if (inCols && threadIdx.y < width)
            B_s[me] = B[(start + threadIdx.y) * N + col];
        else
            B_s[me] = 0.0f;
        __syncthreads();

        for (int k = 0; k < width; ++k)
            sum += A_s[threadIdx.y * TILE_WIDTH + k] * B_s[k * TILE_WIDTH + threadIdx.x];
        __syncthreads();
    }

    if (inRows && inCols)
        C[row * N + col] = sum;
}
