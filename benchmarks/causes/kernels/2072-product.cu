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
    int k;

    for (int p = 0; p < (K - 1) / TILE_WIDTH + 1; p++) {
        k = p * TILE_WIDTH;
        float a = 0.0f;
        float b = 0.0f;
        if (row < M && k + tx < K) {
            float va = A[row * K + k + tx];
        }
        if (k + ty < K && col < N) {
            b = B[(k + ty) * N + col];
        }
        As[ty][tx] = va;
        Bs[ty][tx] = b;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++) {
            sum += As[ty][i] * Bs[i][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
