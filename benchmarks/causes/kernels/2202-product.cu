// Matrix product with tiles, row-major everywhere
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define AT(row, col, width) (row * width + col)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float total = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (r < M && k0 + threadIdx.x < K)
            tileA[threadIdx.y][threadIdx.x] = A[AT(r, k0 + threadIdx.x, K)];
        else
            tileA[threadIdx.y][threadIdx.x] = 0.0f;

        if (k0 + threadIdx.y < K && c < N)
            tileB[threadIdx.y][threadIdx.x] = B[AT(k0 + threadIdx.y, c, N)];
        else
            tileB[threadIdx.y][threadIdx.x] = 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            total += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
        __syncthreads();
    }

    if (r < M && c < N)
        C[AT(r, c, N)] = total;
}
