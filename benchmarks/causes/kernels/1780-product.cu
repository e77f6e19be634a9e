#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
typedef float Tile[TILE_WIDTH][TILE_WIDTH];

__device__ float tileDot(const Tile &a, const Tile &b, int y, int x)
{
    float part = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        part += a[y][k] * b[k][x];
    return part;
}

__device__ float fetch(const float *m, int rows, int cols, int r, int c)
{
    if (r >= rows || c >= cols)
        return 0.0f;
    return m[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a;
    __shared__ Tile b;
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + y, col = blockIdx.x * TILE_WIDTH + x;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        a[y][x] = fetch(A, M, K, row, k0 + x);
        b[y][x] = fetch(B, K, N, k0 + y, col);
        __syncthreads();
        acc = tileDot(a, b, y, x);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
