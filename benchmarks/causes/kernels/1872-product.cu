#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // B's tile is kept transposed, both are then read along their rows
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float bt_tile[TILE_WIDTH][TILE_WIDTH + 1];

    int thread_col = threadIdx.x;
    int thread_row = threadIdx.y;
    int c_row = blockIdx.y * TILE_WIDTH + thread_row;
    int c_col = blockIdx.x * TILE_WIDTH + thread_col;

    float c_value = 0.0f;

    for (int m = 0; m < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++m) {
        int a_col = m * TILE_WIDTH + thread_col;
        int b_row = m * TILE_WIDTH + thread_row;

        float a = 0.0f, b = 0.0f;
        if (c_row < M && a_col < K) a = A[c_row * K + a_col];
        if (b_row < K && c_col < N) b = B[b_row * N + c_col];

        a_tile[thread_row][thread_col] = a;
        bt_tile[thread_col][thread_row] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float left = a_tile[thread_row][k];
            float right = bt_tile[k][thread_col];
            c_value += left * right;
        }
        __syncthreads();
    }

    if (c_row < M && c_col < N)
        C[c_row * N + c_col] = c_value;
}
