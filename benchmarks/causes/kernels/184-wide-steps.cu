#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


// each phase covers two tiles along K, so there are half as many barriers
#define STEP (2 * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][STEP];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int base = 0; base < K; base += STEP) {
        int c0 = base + tx, c1 = c0 + TILE_WIDTH;
        int r0 = base + ty, r1 = r0 + TILE_WIDTH;

        As[ty][tx]              = (row < M && c0 < K) ? A[row * K + c0] : 0.0f;
        As[ty][tx + TILE_WIDTH] = (row < M && c0 < K) ? A[row * K + c1] : 0.0f;
        Bs[ty][tx]              = (r0 < K && col < N) ? B[r0 * N + col] : 0.0f;
        Bs[ty + TILE_WIDTH][tx] = (r1 < K && col < N) ? B[r1 * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < STEP; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
