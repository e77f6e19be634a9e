#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];   // padded

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * blockDim.y + ty, col = blockIdx.x * blockDim.x + tx;

    float sum = 0.0f;
    int k0 = 0;
    do {
        As[ty][tx] = row < M && k0 + tx < K ? A[(size_t)row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = k0 + ty < K && col < N ? B[(size_t)(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        #pragma unroll 4
        for (int k = 0; k < 16; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();

        k0 += TILE_WIDTH;
    } while (k0 < K);

    if (row < M && col < N)
        C[(size_t)row * N + col] = sum;
}
