#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    float comp = 0.0f;   // Kahan: what the last addition lost

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncwarp();

        float tile = 0.0f;
        for (int k = 0; k < TILE_WIDTH; ++k)
            tile += As[ty][k] * Bs[k][tx];

        float y = tile - comp;
        float t = sum + y;
        comp = (t - sum) - y;
        sum = y;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
