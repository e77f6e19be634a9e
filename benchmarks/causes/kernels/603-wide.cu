#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define KSPAN (2 * TILE_WIDTH)

// tiles twice as long in k, so half as many barriers; each thread loads two elements of A and two of B
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][KSPAN];
    __shared__ float Bs[KSPAN][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int base = 0; base < K; base += KSPAN) {
        int a1 = base + tx, a2 = a1 + TILE_WIDTH;
        int b1 = base + ty, b2 = b1 + TILE_WIDTH;

        As[ty][tx]              = (row < M && a1 < K) ? A[row * K + a1] : 0.0f;
        As[ty][tx + TILE_WIDTH] = (row < M && a2 < K) ? A[row * K + a2] : 0.0f;
        Bs[ty][tx]              = (col < N && b1 < K) ? B[b1 * N + col] : 0.0f;
        Bs[ty + TILE_WIDTH][tx] = (col < N && b1 < K) ? B[b2 * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < KSPAN; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
