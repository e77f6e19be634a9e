#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float A_tile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float B_tile[TILE_WIDTH][TILE_WIDTH];

    // where am I?
    int thread_x = threadIdx.x;
    int thread_y = threadIdx.y;
    int c_row = blockIdx.x * TILE_WIDTH + thread_y;
    int c_col = blockIdx.x * TILE_WIDTH + thread_x;

    float cell;

    for (int tile = 0; tile < K; tile += TILE_WIDTH)
    {
        bool a_ok = c_row < M && tile + thread_x < K;
        bool b_ok = c_col < N && tile + thread_y < K;

        A_tile[thread_y][thread_x] = a_ok ? A[c_row * K + tile + thread_x] : 0.0f;
        B_tile[thread_y][thread_x] = b_ok ? B[(tile + thread_y) * N + c_col] : 0.0f;

        __syncthreads();

        for (int n = 0; n < TILE_WIDTH; n++)
            cell += A_tile[thread_y][n] * B_tile[n][thread_x];

        __syncthreads();
    }

    if (c_row < M && c_col < N)
        C[c_row * N + c_col] = cell;
}
