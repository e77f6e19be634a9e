// mistake: beta is left out
// group: accumulation
// expect: wrong-result
// hint: -

#ifndef TILE
#define TILE 64
#endif
#define CELLS 4      // of each thread, in both directions
#define DEPTH 8      // of a phase along K

__global__ void sgemm(int M, int N, int K, float alpha, const float *A, int lda, const float *B, int ldb, float beta,
                      float *C, int ldc)
{
    __shared__ float As[DEPTH][TILE];
    __shared__ float Bs[DEPTH][TILE + 4];
    int threads = blockDim.x * blockDim.y;
    int thread = threadIdx.y * blockDim.x + threadIdx.x;
    int top = blockIdx.x * TILE, left = blockIdx.y * TILE;
    float sum[CELLS][CELLS] = {};

    for (int start = 0; start < K; start += DEPTH) {
        for (int i = thread; i < DEPTH * TILE; i += threads) {
            int row = top + i % TILE, k = start + i / TILE;
            As[i / TILE][i % TILE] = (row < M && k < K) ? A[row + k * lda] : 0.0f;
        }
        for (int i = thread; i < DEPTH * TILE; i += threads) {
            int k = start + i % DEPTH, col = left + i / DEPTH;
            Bs[i % DEPTH][i / DEPTH] = (k < K && col < N) ? B[k + col * ldb] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < DEPTH; ++k)
            for (int r = 0; r < CELLS; ++r)
                for (int c = 0; c < CELLS; ++c)
                    sum[r][c] += As[k][threadIdx.x + r * blockDim.x] * Bs[k][threadIdx.y + c * blockDim.y];
        __syncthreads();
    }

    for (int c = 0; c < CELLS; ++c)
        for (int r = 0; r < CELLS; ++r) {
            int row = top + threadIdx.x + r * blockDim.x, col = left + threadIdx.y + c * blockDim.y;
            if (row < M && col < N) {
                float old = beta == 0.0f ? 0.0f : beta * C[row + col * ldc];
                C[row + col * ldc] = alpha * sum[r][c];  // HERE
            }
        }
}
