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

    int phases = (int)ceilf(K / TILE_WIDTH);
    float sum = 0.0f;

    int p = 0;
    while (p < phases) {
        int acol = p * TILE_WIDTH + tx;
        int brow = p * TILE_WIDTH + ty;

        As[ty][tx] = 0.0f;
        if (row < M && acol < K) {
            As[ty][tx] = A[row * K + acol];
        }
        Bs[ty][tx] = 0.0f;
        if (brow < K && col < N) {
            Bs[ty][tx] = B[brow * N + col];
        }
        __syncthreads();

        int k = 0;
        while (k < TILE_WIDTH) {
            sum += As[ty][k] * Bs[k][tx];
            k++;
        }
        __syncthreads();
        p++;
    }

    if (row < N && col < M) {
        C[row * N + col] = sum;
    }
}
