#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float dot_row_col(const float (*a)[TILE_WIDTH], const float (*b)[TILE_WIDTH], int r, int c)
{
    float d = 0.0f;
    for (int k = 0; k < TILE_WIDTH; k++)
        d += a[r][k] * b[k][c];
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int t = 0; t < K; t += TILE_WIDTH) {
        As[ty][tx] = (row < M && t + tx < K) ? A[row * K + t + tx] : 0.0f;
        Bs[ty][tx] = (t + ty < K && col < N) ? B[(t + ty) * N + col] : 0.0f;
        __syncthreads();
        sum += dot_row_col(As[ty], Bs, ty, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
