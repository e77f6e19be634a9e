#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float total = 0.0f;

    int num_tiles = (K - 1) / TILE_WIDTH + 1;
    for (int m = 0; m < num_tiles; m++) {
        int a_col = m * TILE_WIDTH + threadIdx.x;
        int b_row = m * TILE_WIDTH + threadIdx.y;

        a_tile[threadIdx.y][threadIdx.x] = (row < M && a_col < K) ? A[row * K + a_col] : 0.0f;
        b_tile[threadIdx.y][threadIdx.x] = (b_row < K && col < N) ? B[b_row * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; k++) {
            total += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        }
        __syncthreads();
    }

    if (row <= M && col <= N) {
        C[row * N + col] = total;
    }
}
