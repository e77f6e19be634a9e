#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ inline float elem(const float m, int r, int c, int height, int width)
{
    return (r < height && c < width) ? m[r * width + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float acc = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        As[threadIdx.y][threadIdx.x] = elem(A, row, p * TILE_WIDTH + threadIdx.x, M, K);
        Bs[threadIdx.y][threadIdx.x] = elem(B, p * TILE_WIDTH + threadIdx.y, col, K, N);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}
