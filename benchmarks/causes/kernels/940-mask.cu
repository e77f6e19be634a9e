#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float TA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float TB[TILE_WIDTH][TILE_WIDTH];

    int x = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int y = blockIdx.y * TILE_WIDTH + threadIdx.y;
    float acc = 0.0f;
    int tiles = K / TILE_WIDTH + (K % TILE_WIDTH != 0);

    for (int t = 0; t < tiles; ++t)
    {
        int ka = t * TILE_WIDTH + threadIdx.x;
        int kb = t * TILE_WIDTH + threadIdx.y;

        int okA = (y < M) * (ka < K);
        int okB = (x < N) * (kb < K);

        TA[threadIdx.y][threadIdx.x] = okA * A[okA * (y * K + ka)];
        TB[threadIdx.y][threadIdx.x] = okB * B[kb * N + x];

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc = acc + TA[threadIdx.y][k] * TB[k][threadIdx.x];
        __syncthreads();
    }

    if ((y < M) * (x < N))
        C[y * N + x] = acc;
}
