#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(r, c, width) (r * width + c)
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int p = 0; p < (K + T - 1) / T; p++) {
        if (row < M && p * T + tx < K)
            As[ty][tx] = A[AT(row, p * T + tx, K)];
        else
            As[ty][tx] = 0.0f;
        if (p * T + ty < K && col < N)
            Bs[ty][tx] = B[AT(p * T + ty, col, N)];
        else
            Bs[ty][tx] = 0.0f;
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[AT(row, col, N)] = sum;
}
