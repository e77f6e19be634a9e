// One-dimensional tiles, if/else instead of ?:, extern "C"
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

extern "C" __global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0;
    for (int m = 0; m < K; m += TILE_WIDTH) {
        if (row < M && m + tx < K)
            As[ty * TILE_WIDTH + tx] = A[row * K + m + tx];
        else
            As[ty * TILE_WIDTH + tx] = 0;
        if (m + ty < K && col < N)
            Bs[ty * TILE_WIDTH + tx] = B[(m + ty) * N + col];
        else
            Bs[ty * TILE_WIDTH + tx] = 0;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty * TILE_WIDTH + k] * Bs[k * TILE_WIDTH + tx];
        __syncthreads();
    }
    if (row < M)
        if (col < N)
            C[row * N + col] = sum;
}
