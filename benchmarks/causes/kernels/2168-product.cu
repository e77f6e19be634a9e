#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        float fromA = 0.0f;
        int ac = p * TILE_WIDTH + tx;
        int br = p * TILE_WIDTH + ty;

        if (row < M && ac < K) {
            fromA = A[row * K + ac];
        }
        if (br < K && col < N) {
            float fromB = B[br * N + col];
        }
        As[ty][tx] = fromA;
        Bs[ty][tx] = fromB;
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
