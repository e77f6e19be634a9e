#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define IDX(r, c, ld) (r * ld + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    const int row = threadIdx.y + blockIdx.y * TILE_WIDTH;
    const int col = threadIdx.x + blockIdx.x * TILE_WIDTH;
    const int steps = K / TILE_WIDTH + (K % TILE_WIDTH != 0);
    float acc = 0.0f;

    for (int t = 0; t < steps; t++)
    {
        sA[threadIdx.y][threadIdx.x] = 0.0f;
        sB[threadIdx.y][threadIdx.x] = 0.0f;
        if (row < M && t * TILE_WIDTH + threadIdx.x < K)
        {
            sA[threadIdx.y][threadIdx.x] = A[IDX(row, t * TILE_WIDTH + threadIdx.x, K)];
        }
        if (t * TILE_WIDTH + threadIdx.y < K && col < N)
        {
            sB[threadIdx.y][threadIdx.x] = B[IDX(t * TILE_WIDTH + threadIdx.y, col, N)];
        }
        __syncthreads();
        for (int e = 0; e < TILE_WIDTH; e++)
        {
            acc += sA[threadIdx.y][e] * sB[e][threadIdx.x];
        }
        __syncthreads();
    }

    if (row < M)
    {
        if (col < N)
        {
            C[IDX(row, col, N)] = acc;
        }
    }
}
