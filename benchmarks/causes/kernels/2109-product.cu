#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tile {
    float v[TILE_WIDTH][TILE_WIDTH];
};

__device__ float fetch(const float *m, int r, int c, int rows, int cols)
{
    return (r < rows && c < cols) ? m[r * cols + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a;
    __shared__ Tile b;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        a.v[ty][tx] = fetch(A, row, base + tx, M, K);
        b.v[ty][tx] = fetch(B, base + ty, col, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += a.v[ty][k] * b.v[k][tx];

    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
