#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ void fetch(float &dst, const float *m, int r, int c, int rows, int cols)
{
    dst = 0.0f;
    if (r < rows && c < cols)
        dst = m[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        fetch(As[ty][tx], A, row, k0 + tx, M, K);
        fetch(Bs[ty][tx], B, k0 + ty, col, N, K);
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < 16; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
