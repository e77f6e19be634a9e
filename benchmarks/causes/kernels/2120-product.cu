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

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    for (int p = 0; p < phases; ++p) {
        float b = 0.0f;
        if (row < M && p * TILE_WIDTH + tx < K) {
            float a = A[row * K + p * TILE_WIDTH + tx];
        }
        if (p * TILE_WIDTH + ty < K && col < N) {
            b = B[(p * TILE_WIDTH + ty) * N + col];
        }
        As[ty][tx] = a;
        Bs[ty][tx] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            sum += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
