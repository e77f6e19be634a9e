#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float as[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bs[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int acc = 0;

    int ac = threadIdx.x;      // column of A that this thread loads
    int br = threadIdx.y;      // row of B that this thread loads

    while (ac < K) {
        as[threadIdx.y][threadIdx.x] = (ac < K && row < M) ? A[row * K + ac] : 0.0f;
        bs[threadIdx.y][threadIdx.x] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++) {
            acc = acc + as[threadIdx.y][i] * bs[i][threadIdx.x];
        }
        __syncthreads();

        ac += TILE_WIDTH;
        br += TILE_WIDTH;
    }

    if (row < M)
        if (col < N)
            C[row * N + col] = acc;
}
