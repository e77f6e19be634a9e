#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Every thread computes the mirrored cell (x walks down the rows). At the end the tile of C is
// turned in shared memory, so that the rows are written side by side.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row0 = blockIdx.y * TILE_WIDTH;
    const int col0 = blockIdx.x * TILE_WIDTH;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        __syncthreads();   // the tiles are free again
        As[y][x] = (row0 + y < M && k0 + x < K) ? A[(row0 + y) * K + k0 + x] : 0.0f;
        Bs[y][x] = (k0 + y < K && col0 + x < N) ? B[(k0 + y) * N + col0 + x] : 0.0f;
        __syncthreads();   // the tiles are full
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[x][k] * Bs[k][y];
    }

    // the tile of A is not needed any more: use it for the result
    As[x][y] = sum;
    __syncthreads();

    if (row0 + y < M && col0 + x < N)
        C[(row0 + y) * N + col0 + x] = As[y][x];
}
