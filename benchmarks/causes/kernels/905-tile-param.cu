#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ void put(float tile[][], const float *src, int r, int c, int rows, int cols)
{
    float v = 0.0f;
    if (r < rows && c < cols)
        v = src[r * cols + c];
    tile[threadIdx.y][threadIdx.x] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tiles[2][TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float res = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        put(tiles[0], A, row, k0 + threadIdx.x, M, K);
        put(tiles[1], B, k0 + threadIdx.y, col, K, N);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            res += tiles[0][threadIdx.y][k] * tiles[1][k][threadIdx.x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = res;
}
