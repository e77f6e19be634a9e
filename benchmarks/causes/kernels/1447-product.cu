#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define HALF (TILE_WIDTH / 2)

// All threads load, the upper half of the block computes two cells of C each.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int row2 = row + HALF;
    float c0 = 0.0f;
    float c1 = 0.0f;

    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        int ka = p * TILE_WIDTH + tx, kb = p * TILE_WIDTH + ty;
        As[ty][tx] = row < M && ka < K ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = col < N && kb < K ? B[kb * N + col] : 0.0f;
        __syncthreads();

        if (ty < HALF) {
            for (int k = 0; k < TILE_WIDTH; ++k) {
                float b = Bs[k][tx];
                c0 += As[ty][k] * b;
                c1 += As[ty + HALF][k] * b;
            }
        }
        __syncthreads();
    }

    if (ty < HALF) {
        if (row < M && col < N)
            C[row * N + col] = c0;
        if (row < M && col < N)
            C[row2 * N + col] = c1;
    }
}
