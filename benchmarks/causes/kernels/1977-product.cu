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
    const bool inM = row < M;
    const bool inN = col < N;

    int ka = tx;      // column of A that this thread loads next
    const int kb = ty;      // row of B that this thread loads next
    float acc = 0.0f;

    const int tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int i = 0; i < tiles; ++i) {
        As[ty][tx] = (inM && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = (inN && kb < K) ? B[kb * N + col] : 0.0f;
        ka += TILE_WIDTH;
        kb += TILE_WIDTH;
        __syncthreads();

#pragma unroll 4
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (inM && inN)
        C[row * N + col] = acc;
}
