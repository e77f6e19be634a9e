#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Flat tiles, row after row.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH * TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int me = ty * TILE_WIDTH + tx;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float acc = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        if (row < M && base + tx < K)
            tileA[me] = A[row * K + base + tx];
        else
            tileA[me] = 0.0f;
        if (base + ty < K && col < N)
            tileB[me] = B[(base + ty) * N + col];
        else
            tileB[me] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += tileA[ty * TILE_WIDTH + k] * tileB[tx * TILE_WIDTH + k];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
