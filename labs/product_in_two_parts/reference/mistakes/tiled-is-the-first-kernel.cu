// mistake: The kernel of the first part under the name of the second
// group: tiles
// expect: not-tiled
// hint: no-shared-memory

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// One thread a cell of C; everything is read from global memory.
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

// The same again.
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += A[row * K + k] * B[k * N + col];  // HERE
        C[row * N + col] = sum;
    }
}
