// No zero fill along K: the inner loop ends where the matrices do
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        if (row < M && p * TILE_WIDTH + tx < K)
            As[ty][tx] = A[row * K + p * TILE_WIDTH + tx];
        if (p * TILE_WIDTH + ty < K && col < N)
            Bs[ty][tx] = B[(p * TILE_WIDTH + ty) * N + col];
        __syncthreads();
        if (row < M && col < N) {
            int stop = min(TILE_WIDTH, K - p * TILE_WIDTH);
            for (int k = 0; k < stop; ++k)
                sum += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
