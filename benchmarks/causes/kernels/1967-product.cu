#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    unsigned int tx = threadIdx.x;
    unsigned int ty = threadIdx.y;
    unsigned int y = blockIdx.y * TILE_WIDTH + ty;
    unsigned int x = blockIdx.x * TILE_WIDTH + tx;
    unsigned int m = M, k = K, n = N;

    double acc;         // double, to be on the safe side

    for (unsigned int start = 0; start < k; start += TILE_WIDTH) {
        // load
        if (y < m && start + tx < k) shA[ty][tx] = A[y * k + start + tx];
        else                         shA[ty][tx] = 0.0f;
        if (x < n && start + ty < k) shB[ty][tx] = B[(start + ty) * n + x];
        else                         shB[ty][tx] = 0.0f;
        __syncthreads();

        // multiply
        acc = 0.0;
        for (unsigned int q = 0; q < TILE_WIDTH; ++q)
            acc += (double)shA[ty][q] * (double)shB[q][tx];
        __syncthreads();
    }

    if (y < m && x < n)
        C[y * n + x] = (float)acc;
}
