#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float l[TILE_WIDTH][TILE_WIDTH];
    __shared__ float r[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float even, odd = 0.0f;

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = phases - 1; p > 0; p--)
    {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        l[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        r[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 2)
        {
            even += l[ty][k] * r[k][tx];
            odd += l[ty][k + 1] * r[k + 1][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = even + odd;
}
