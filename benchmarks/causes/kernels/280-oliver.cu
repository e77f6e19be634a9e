#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float a = 0.0f;
        float b = 0.0f;
        if (row < M && k0 + tx < K) {
            a = A[row * K + k0 + tx];
        }
        if (k0 + ty < K && col < N) {
            float b = B[(k0 + ty) * N + col];
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
