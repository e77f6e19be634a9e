#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tid = threadIdx.y * TILE_WIDTH + threadIdx.x;
    const int i = tid / TILE_WIDTH;
    const int j = tid % TILE_WIDTH;
    const int row = blockIdx.y * TILE_WIDTH + i;
    const int col = blockIdx.x * TILE_WIDTH + j;

    float sum = 0.0f;

    for (int off = 0; off < K; off += TILE_WIDTH)
    {
        As[i][j] = (row < M) && (off + j < K) ? A[row * K + (off + j)] : 0.0f;
        Bs[i][j] = (off + i < K) && (col < N) ? B[(off + i) * N + col] : 0.0f;

        __syncthreads()

        for (int k = 0; k < TILE_WIDTH; k += 2)
        {
            sum += As[i][k] * Bs[k][j];
            sum += As[i][k + 1] * Bs[k + 1][j];
        }

        __syncthreads();
    }

    if (row < M)
        if (col < N)
            C[row * N + col] = sum;
}
