// One thread a cell, byte by byte from global memory: every byte is loaded again for every cell that needs it.

extern "C" __global__ void int8_product_naive(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        int sum = 0;
        for (int k = 0; k < K; ++k)
            sum += A[row * K + k] * Bt[col * K + k];
        C[row * N + col] = sum;
    }
}
