#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                             int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH + 1];

    const int out_row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int out_col = blockIdx.x * TILE_WIDTH + threadIdx.x;

    float total = 0.0f;
    int tile = 0;
    do {
        const int a_col = tile * TILE_WIDTH + threadIdx.x;
        const int b_row = tile * TILE_WIDTH + threadIdx.y;
        const bool a_in = out_row < M && a_col < K;
        const bool b_in = b_row <= K && out_col < N;

        a_tile[threadIdx.y][threadIdx.x] = a_in ? A[out_row * K + a_col] : 0.0f;
        b_tile[threadIdx.y][threadIdx.x] = b_in ? B[b_row * N + out_col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            total = fmaf(a_tile[threadIdx.y][k], b_tile[k][threadIdx.x], total);
        __syncthreads();
    } while (++tile * TILE_WIDTH < K);

    if (out_row < M && out_col < N)
        C[out_row * N + out_col] = total;
}
