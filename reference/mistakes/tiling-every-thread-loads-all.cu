// mistake: Every thread loads its whole row and column of the tiles again
// group: tiling
// expect: not-tiled data-race
// hint: tiles-not-reused several-writers

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        for (int k = 0; k < TILE_WIDTH; ++k) {
            int a_k = p * TILE_WIDTH + k;
            As[ty][k] = (row < M && a_k < K) ? A[row * K + a_k] : 0.0f;  // HERE
            Bs[k][tx] = (a_k < K && col < N) ? B[a_k * N + col] : 0.0f;  // HERE
        }
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
