#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define CEIL_DIV(a, b)  (((a) + (b) - 1) / (b))
#define AT(r, c, width) (r * width + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ta[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Tb[TILE_WIDTH * TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + x;
    int row = blockIdx.y * TILE_WIDTH + y;

    float dot = 0.0f;

    for (int p = 0; p < CEIL_DIV(K, TILE_WIDTH); ++p) {
        int k = p * TILE_WIDTH;

        if (row < M && k + x < K)
            Ta[AT(y, x, TILE_WIDTH)] = A[AT(row, k + x, K)];
        else
            Ta[AT(y, x, TILE_WIDTH)] = 0.0f;

        if (k + y < K && col < N)
            Tb[AT(y, x, TILE_WIDTH)] = B[AT(k + y, col, N)];
        else
            Tb[AT(y, x, TILE_WIDTH)] = 0.0f;

        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            dot += Ta[AT(y, i, TILE_WIDTH)] * Tb[AT(i, x, TILE_WIDTH)];

        __syncthreads();
    }

    if (row < M && col < N)
        C[AT(row, col, N)] = dot;
}
