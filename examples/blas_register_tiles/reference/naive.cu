// The baseline: one thread a cell, everything from global memory.
__global__ void sgemm_naive(int M, int N, int K, float alpha, const float *A, int lda, const float *B, int ldb, float beta,
                            float *C, int ldc)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += A[row + k * lda] * B[k + col * ldb];
        C[row + col * ldc] = alpha * sum + (beta == 0.0f ? 0.0f : beta * C[row + col * ldc]);
    }
}
