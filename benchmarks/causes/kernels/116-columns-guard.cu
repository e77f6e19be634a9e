#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Each thread computes two cells of C, TILE_WIDTH columns apart.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][2 * TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col1 = blockIdx.x * 2 * TILE_WIDTH + tx;
    int col2 = col1 + TILE_WIDTH;

    if (blockIdx.x * 2 * TILE_WIDTH >= N)
        return;  // nothing to do for the whole block

    float left = 0.0f;
    float right = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int ac = p * TILE_WIDTH + tx;
        int br = p * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
        Bs[ty][tx] = (br < K && col1 < N) ? B[br * N + col1] : 0.0f;
        Bs[ty][tx + TILE_WIDTH] = (br < K && col1 < N) ? B[br * N + col2] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = As[ty][k];
            left += a * Bs[k][tx];
            right += a * Bs[k][tx + TILE_WIDTH];
        }
        __syncthreads();
    }

    if (row < M && col1 < N)
        C[row * N + col1] = left;
    if (row < M && col2 < N)
        C[row * N + col2] = right;
}
