#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

__device__ float elementOr0(const float *m, int r, int c, int rows, int cols)
{
    return (r < rows && c < cols) ? m[r * cols + c] : 0.0f;
}

__device__ void loadTile(Tile t, const float *m, int firstRow, int firstCol, int rows, int cols)
{
    t[threadIdx.y][threadIdx.x] =
        elementOr0(m, firstRow + threadIdx.y, firstCol + threadIdx.x, rows, cols);
}

__device__ void multiplyTiles(const Tile a, const Tile b, float result)
{
    for (int i = 0; i < TILE_WIDTH; ++i)
        result += a[threadIdx.y][i] * b[i][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a;
    __shared__ Tile b;

    const int firstRow = blockIdx.y * TILE_WIDTH;
    const int firstCol = blockIdx.x * TILE_WIDTH;
    float result = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        loadTile(a, A, firstRow, k, M, K);
        loadTile(b, B, k, firstCol, K, N);
        __syncthreads();
        multiplyTiles(a, b, result);
        __syncthreads();
    }

    const int row = firstRow + threadIdx.y, col = firstCol + threadIdx.x;
    if (row < M && col < N) C[row * N + col] = result;
}
