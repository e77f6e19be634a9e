#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH];

    const auto x = (int)threadIdx.x;
    const auto y = (int)threadIdx.y;
    const int out_row = (int)blockIdx.y * TILE_WIDTH + y;
    const int out_col = (int)blockIdx.x * TILE_WIDTH + x;

    float sum{};

    // from the last tile down to the first
    for (int tile = (K - 1) / TILE_WIDTH; tile >= 0; --tile) {
        const int a_col = tile * TILE_WIDTH + x;
        const int b_row = tile * TILE_WIDTH + x;

        a_tile[y][x] = 0.0f;
        if (out_row < M && a_col < K)
            a_tile[y][x] = A[out_row * K + a_col];

        b_tile[y][x] = 0.0f;
        if (b_row < K && out_col < N)
            b_tile[y][x] = B[b_row * N + out_col];

        __syncthreads();

        for (int k = TILE_WIDTH - 1; k > 0; --k)
            sum += a_tile[y][k] * b_tile[k][x];

        __syncthreads();
    }

    if (out_row < M && out_col < N)
        C[out_row * N + out_col] = sum;
}
