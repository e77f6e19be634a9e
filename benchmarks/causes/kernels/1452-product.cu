#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// A row of the A tile sits in the registers of the threads of that row, only B needs shared memory.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float a = 0.0f;
        if (row < M && k0 + tx < K)
            a = A[row * K + k0 + tx];
        Bs[ty][tx] = 0.0f;
        if (k0 + ty < K && col < N)
            Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float ak = __shfl_sync(0xffffffffu, a, k);
            sum += ak * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
