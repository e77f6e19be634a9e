#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile[2][TILE_WIDTH][TILE_WIDTH];   // 0: A, 1: B

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int y0 = blockIdx.y * TILE_WIDTH;
    const int x0 = blockIdx.x * TILE_WIDTH;
    const bool inside = y0 + TILE_WIDTH <= M && x0 + TILE_WIDTH <= N;

    double acc = 0.0;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (inside) {
            tile[0][y][x] = A[(y0 + y) * K + k0 + x];
            tile[1][y][x] = B[(k0 + y) * N + x0 + x];
        } else {
            tile[0][y][x] = (y0 + y < M && k0 + x < K) ? A[(y0 + y) * K + k0 + x] : 0.0f;
            tile[1][y][x] = (k0 + y < K && x0 + x < N) ? B[(k0 + y) * N + x0 + x] : 0.0f;
        }
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            acc += tile[0][y][i] * tile[1][i][x];
        __syncthreads();
    }

    if (inside || (y0 + y < M && x0 + x < N))
        C[(y0 + y) * N + x0 + x] = (float)acc;
}
