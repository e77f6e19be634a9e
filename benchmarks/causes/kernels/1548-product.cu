#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define IDX(r, c, ld) (r * ld + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0; p < CEIL_DIV(K, TILE_WIDTH); ++p) {
        if (row < M && p * TILE_WIDTH + tx < K) {
            As[ty][tx] = A[IDX(row, p * TILE_WIDTH + tx, K)];
        } else {
            As[ty][tx] = 0.0f;
        }
        if (p * TILE_WIDTH + ty < K && col < N) {
            Bs[ty][tx] = B[IDX(p * TILE_WIDTH + ty, col, N)];
        } else {
            Bs[ty][tx] = 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) {
            sum += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[IDX(row, col, N)] = sum;
    }
}
