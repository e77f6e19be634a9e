#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

// one element of a matrix, 0 outside of it
__device__ float fetch(const float *mat, int r, int c, int rows, int cols)
{
    if (r >= rows) r = rows - 1;
    if (c >= cols) c = cols - 1;
    return mat[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[T][T], b[T][T];

    int ty = threadIdx.y, tx = threadIdx.x;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;

    float s = 0.0f;
    for (int k0 = 0; k0 < K; k0 += T) {
        a[ty][tx] = fetch(A, row, k0 + tx, M, K);
        b[ty][tx] = fetch(B, k0 + ty, col, K, N);
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < T; ++k) s += a[ty][k] * b[k][tx];
        __syncthreads();
    }

    if (row < M && col < N) C[row * N + col] = s;
}
