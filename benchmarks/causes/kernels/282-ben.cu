#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const bool inside = row < M && col < N;

    float value = 0.0f;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = 0; p < phases; ++p) {
        const int a_col = p * TILE_WIDTH + tx;
        const int b_row = p * TILE_WIDTH + ty;
        As[ty][tx] = row < M && a_col < K ? A[row * K + a_col] : 0.0f;
        Bs[ty][tx] = b_row < K && col < N ? B[b_row * N + col] : 0.0f;
        __syncthreads();

        if (inside) {
            for (int k = 0; k < TILE_WIDTH; ++k)
                value += As[ty][k] * Bs[k][tx];
            __syncthreads();
        }
    }

    if (inside)
        C[row * N + col] = value;
}
