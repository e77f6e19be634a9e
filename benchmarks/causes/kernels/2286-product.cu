#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int m = 0; m < K; m += TILE_WIDTH) {
        float va = 0.0f, vb = 0.0f;
        if (row < M && m + tx < K) va = A[row * K + m + tx];
        if (m + ty < K && col < N) vb = B[(m + ty) * N + col];
        Asub[ty][tx] = va;
        Bsub[ty][tx] = vb;
        __syncthreads();

        // four at a time: TILE_WIDTH is 16 or 32
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            sum += Asub[ty][k] * Bsub[k][tx];
            sum += Asub[ty][k + 1] * Bsub[k + 1][tx];
            sum += Asub[ty][k + 2] * Bsub[k + 2][tx];
            sum += Asub[ty][k + 3] * Bsub[k + 2][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
