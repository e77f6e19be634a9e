#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define CEIL(a, b) (((a) + (b) - 1) / (b))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y, i, k;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    float sum;

    for (i = 0; i < CEIL(K, TILE_WIDTH); i++) {
        int ka = i * TILE_WIDTH + tx, kb = i * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (k = 0; k < TILE_WIDTH; k++)
            sum += As[ty][k] * Bs[k][tx];
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
