#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// copies one tile, its upper left corner at (top, left)
__device__ void copyTile(float dst[TILE_WIDTH][TILE_WIDTH], float *src, int top, int left, int rows, int cols)
{
    int r = top + threadIdx.y;
    int c = left + threadIdx.x;
    float v = 0.0f;
    if (r < rows && c < cols)
        v = src[r * cols + c];
    dst[threadIdx.y][threadIdx.x] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int top = blockIdx.y * TILE_WIDTH;
    int left = blockIdx.x * TILE_WIDTH;

    float sum = 0.0f;
    for (int k = 0; k < K; k += TILE_WIDTH) {
        copyTile(As, A, top, k, M, K);
        copyTile(Bs, B, k, left, K, N);
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
        __syncthreads();
    }

    int row = top + threadIdx.y;
    int col = left + threadIdx.x;
    if (row < M && col < N)
        C[row * N + col] = sum;
}
