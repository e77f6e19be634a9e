#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Goes through the tiles from the last to the first: the partial tile comes first.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    size_t row = (size_t)blockIdx.y * TILE_WIDTH + ty;
    size_t col = (size_t)blockIdx.x * TILE_WIDTH + tx;

    int count = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float total = 0.0f;

    for (int p = count - 1; p > 0; p--) {
        int first = p * TILE_WIDTH;

        As[ty][tx] = 0.0f;
        if (row < M && first + tx < K)
            As[ty][tx] = A[row * K + first + tx];

        Bs[ty][tx] = 0.0f;
        if (first + ty < K && col < N)
            Bs[ty][tx] = B[(size_t)(first + ty) * N + col];

        __syncthreads();

        float part = 0.0f;
        for (int k = 0; k < TILE_WIDTH; k++)
            part += As[ty][k] * Bs[k][tx];
        total += part;

        __syncthreads();
    }

    if (row < M || col < N)
        C[row * N + col] = total;
}
