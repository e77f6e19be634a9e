#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float tile_t[TILE_WIDTH][TILE_WIDTH];

__device__ float fetch(const float *m, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols)
        return 0.0f;
    return m[r * cols + c];
}

__device__ void multiplyTiles(const tile_t &a, const tile_t &b, float acc)
{
    for (int k = 0; k < TILE_WIDTH; ++k)
        acc += a[threadIdx.y][k] * b[k][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ tile_t tA;
    __shared__ tile_t tB;

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;

    float acc = 0.0f;
    int n = (K - 1) / TILE_WIDTH + 1;
    for (int p = 0; p < n; ++p) {
        tA[threadIdx.y][threadIdx.x] = fetch(A, row, p * TILE_WIDTH + threadIdx.x, M, K);
        tB[threadIdx.y][threadIdx.x] = fetch(B, p * TILE_WIDTH + threadIdx.y, col, K, N);
        __syncthreads();
        multiplyTiles(tA, tB, acc);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
