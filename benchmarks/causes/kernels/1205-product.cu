#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// I go through the phases from the last one to the first, the order of the additions does not matter.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float top[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (unsigned int p = phases - 1; p >= 0; --p) {
        const unsigned int ka = p * TILE_WIDTH + tx;
        const unsigned int kb = p * TILE_WIDTH + ty;

        if (row < M && ka < K)
            left[ty][tx] = A[row * K + ka];
        else
            left[ty][tx] = 0.0f;

        if (col < N && kb < K)
            top[ty][tx] = B[kb * N + col];
        else
            top[ty][tx] = 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += left[ty][k] * top[k][tx];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
