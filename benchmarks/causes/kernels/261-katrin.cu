#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ void fetch(float (*a)[TILE_WIDTH], float (*b)[TILE_WIDTH],
                      const float *A, const float *B, int M, int K, int N, int phase)
{
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + ty, c = blockIdx.x * TILE_WIDTH + tx;
    int ka = phase * TILE_WIDTH + tx, kb = phase * TILE_WIDTH + ty;
    a[ty][tx] = r < M && ka < K ? A[r * K + ka] : 0.f;
    b[ty][tx] = kb < K && c < N ? B[kb * N + c] : 0.f;
}

// Two buffers: while one is used, the other is filled.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    int cur = 0;
    float sum = 0.f;

    fetch(As[0], Bs[0], A, B, M, K, N, 0);
    for (int p = 0; p < phases; p++) {
        if (p + 1 < phases)
            fetch(As[1 - cur], Bs[1 - cur], A, B, M, K, N, p + 1);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[cur][threadIdx.y][k] * Bs[cur][k][threadIdx.x];
        cur = 1 - cur;
    }

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    if (row < M && col < N)
        C[row * N + col] = sum;
}
