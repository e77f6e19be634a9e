#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH + 1];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int m = blockIdx.y * TILE_WIDTH + ty;
    const int n = blockIdx.x * TILE_WIDTH + tx;
    float acc;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        At[ty][tx] = m < M && k0 + tx < K ? A[m * K + k0 + tx] : 0.0f;
        Bt[tx][ty] = n < N && k0 + ty < K ? B[(k0 + ty) * N + n] : 0.0f;
        __syncthreads();

#pragma unroll 4
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += At[ty][k] * Bt[k][tx];
        __syncthreads();
    }

    if (m < M && n < N)
        C[m * N + n] = acc;
}
