#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// element (r, c) of a matrix, or 0 outside of it
static __device__ float fetch(const float *m, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols)
        return 0.0f;
    return m[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    for (int start = 0; start < K; start += TILE_WIDTH) {
        As[ty][tx] = fetch(A, start + tx, row, M, K);
        Bs[ty][tx] = fetch(B, start + ty, col, K, N);
        __syncthreads();

        // the last tile may be narrower
        int width = K - start < TILE_WIDTH ? K - start : K % TILE_WIDTH;
        for (int k = 0; k < width; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
