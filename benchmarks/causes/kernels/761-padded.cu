#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PAD 1

__device__ void fill(float (&tile)[TILE_WIDTH][TILE_WIDTH + PAD], const float *g, int r, int c, int rows, int cols)
{
    bool ok = r < rows && c < cols;
    tile[threadIdx.y][threadIdx.x] = ok ? g[r * cols + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float at[TILE_WIDTH][TILE_WIDTH + PAD];
    __shared__ float bt[TILE_WIDTH][TILE_WIDTH];

    int row = threadIdx.y + blockIdx.y * TILE_WIDTH;
    int col = threadIdx.x + blockIdx.x * TILE_WIDTH;
    float v = 0.0f;

    for (int t = 0; t < K; t += TILE_WIDTH) {
        fill(at, A, row, t + threadIdx.x, M, K);
        fill(bt, B, t + threadIdx.y, col, K, N);
        __syncthreads();
        for (int i = 0; i != TILE_WIDTH; ++i)
            v += at[threadIdx.y][i] * bt[i][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = v;
}
