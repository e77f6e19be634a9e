#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


// element (r, c) of a row-major matrix, 0 outside
__device__ float fetch(const float *m, int r, int c, int rows, int cols)
{
    if (r < rows && c < cols)
        return m[r * cols + c];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + y;
    int col = blockIdx.x * TILE_WIDTH + x;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[y][x] = fetch(A, row, k0 + x, M, K);
        Bs[y][x] = fetch(B, k0 + y, col, N, K);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += As[y][k] * Bs[k][x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
