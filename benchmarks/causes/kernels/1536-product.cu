#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH];
    unsigned int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    bool row_ok = row < M, col_ok = col < N;

    float *a_row = A + (row_ok ? row : 0) * K;   // my row of A
    float value = 0.0f;

    for (int m = 0; m < (K + TILE_WIDTH - 1) / TILE_WIDTH; m++) {
        int ka = m * TILE_WIDTH + tx;
        int kb = m * TILE_WIDTH + ty;
        a_tile[ty][tx] = row_ok && ka < K ? a_row[ka] : 0.0f;
        b_tile[ty][tx] = col_ok && kb < K ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            value += a_tile[ty][k] * b_tile[k][tx];
        __syncthreads();
    }
    if (row_ok && col_ok)
        C[row * N + col] = value;
}
