#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float cell = 0.0f;

    for (int p = 0; p < phases; ++p) {
        int a_col = p * TILE_WIDTH + tx;
        int b_row = p * TILE_WIDTH + ty;

        As[ty][tx] = (row < M && a_col < K) ? A[row * K + a_col] : 0.0f;
        Bs[ty][tx] = (b_row < K && col < N) ? B[b_row * N + col] : 0.0f;
        __syncthreads();

        // the last phase may be shorter
        int terms = (p == phases - 1) ? K % TILE_WIDTH : TILE_WIDTH;
        for (int k = 0; k < terms; ++k)
            cell += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = cell;
}
