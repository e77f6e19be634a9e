#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

__device__ float fetch(const float *X, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols)
        return 0.0f;
    return X[r * cols + c];
}

__device__ void multiplyTiles(Tile &a, Tile &b, float sum)
{
    for (int k = 0; k < TILE_WIDTH; ++k)
        sum += a[threadIdx.y][k] * b[k][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a;
    __shared__ Tile b;

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float sum = 0.0f;

    for (int start = 0; start < K; start += TILE_WIDTH) {
        a[threadIdx.y][threadIdx.x] = fetch(A, row, start + threadIdx.x, M, K);
        b[threadIdx.y][threadIdx.x] = fetch(B, start + threadIdx.y, col, K, N);
        __syncthreads();
        multiplyTiles(a, b, sum);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
