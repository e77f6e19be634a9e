// mistake: The second part is not there
// group: the file
// expect: missing-kernel
// hint: -

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
