#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b)
#define ELEM(m, r, c, ld) ((m)[(r) * (ld) + (c)])

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float TA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float TB[TILE_WIDTH][TILE_WIDTH];

    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float cij = 0.0f;

    int nt = CEIL_DIV(K, TILE_WIDTH);
    for (int t = 0; t < nt; ++t)
    {
        int ka = t * TILE_WIDTH + threadIdx.x;
        int kb = t * TILE_WIDTH + threadIdx.y;

        TA[threadIdx.y][threadIdx.x] = 0.0f;
        if (i < M && ka < K)
            TA[threadIdx.y][threadIdx.x] = ELEM(A, i, ka, K);

        TB[threadIdx.y][threadIdx.x] = 0.0f;
        if (kb < K && j < N)
            TB[threadIdx.y][threadIdx.x] = ELEM(B, kb, j, N);

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            cij += TA[threadIdx.y][k] * TB[k][threadIdx.x];
        __syncthreads();
    }

    if (i < M && j < N)
        ELEM(C, i, j, N) = cij;
}
