#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = threadIdx.y + blockDim.y * blockIdx.y;
    int col = threadIdx.x + blockDim.x * blockIdx.x;

    if (row < M || col < N) {
        float sum = 0.0f;
        const float *a = A + row * K;
        const float *b = B + col;
        for (int k = 0; k < K; ++k) {
            sum += a[k] * *b;
            b += N;
        }
        C[row * N + col] = sum;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileOfA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileOfB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = ty + TILE_WIDTH * blockIdx.y;
    int col = tx + TILE_WIDTH * blockIdx.x;
    float sum = 0.0f;

    for (int phase = 0; phase * TILE_WIDTH < K; ++phase) {
        int colOfA = phase * TILE_WIDTH + tx;
        int rowOfB = phase + ty;

        tileOfA[ty][tx] = 0.0f;
        if (row < M && colOfA < K)
            tileOfA[ty][tx] = A[row * K + colOfA];

        tileOfB[ty][tx] = 0.0f;
        if (rowOfB < K && col < N)
            tileOfB[ty][tx] = B[rowOfB * N + col];

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += tileOfA[ty][k] * tileOfB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
