#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ int tilesNeeded(int len)
{
    return (int)ceilf((float)(len / TILE_WIDTH));
}

__device__ bool inside(int r, int c, int rows, int cols)
{
    return r < rows && c < cols;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float value = 0;

    for (int p = 0; p < tilesNeeded(K); p++) {
        int ac = p * TILE_WIDTH + threadIdx.x;
        int br = p * TILE_WIDTH + threadIdx.y;

        if (inside(row, ac, M, K)) ta[threadIdx.y][threadIdx.x] = A[row * K + ac];
        else                       ta[threadIdx.y][threadIdx.x] = 0;
        if (inside(br, col, K, N)) tb[threadIdx.y][threadIdx.x] = B[br * N + col];
        else                       tb[threadIdx.y][threadIdx.x] = 0;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            value += ta[threadIdx.y][k] * tb[k][threadIdx.x];
        __syncthreads();
    }

    if (inside(row, col, M, N))
        C[row * N + col] = value;
}
