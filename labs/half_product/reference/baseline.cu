// One thread a cell, from global memory: every element is loaded again for every cell that needs it.
#include <cuda_fp16.h>

extern "C" __global__ void half_product_naive(const half *A, const half *B, float *C, int M, int N, int K) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
        C[row * N + col] = sum;
    }
}
