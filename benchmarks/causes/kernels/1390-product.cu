#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// element (r, c) of a rows x cols matrix, 0 if it is not there
__device__ float at(float *X, int r, int c, int rows, int cols)
{
    if (r >= rows) return 0.0f;
    if (c >= cols) return 0.0f;
    return X[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + y;
    int c = blockIdx.x * TILE_WIDTH + x;

    float s = 0;
    int off = 0;
    while (off < K) {
        a[y][x] = at(A, r, off + x, M, K);
        b[y][x] = at(B, off + y, c, K, N);
        __syncthreads();
        for (int q = 0; q != TILE_WIDTH; ++q)
            s += a[y][q] * b[q][x];
        __syncthreads();
        off += TILE_WIDTH;
    }
    if (r < M && c < N) C[r * N + c] = s;
}
