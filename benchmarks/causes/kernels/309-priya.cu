#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH
#define IDX(r, c, w) (r * w + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[T][T], Bs[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    float acc = 0.f;

    // har phase mein ek tile A ka, ek tile B ka
    for (int ph = 0; ph < (K + T - 1) / T; ph++) {
        As[y][x] = row < M && ph * T + x < K ? A[IDX(row, ph * T + x, K)] : 0.f;
        Bs[y][x] = ph * T + y < K && col < N ? B[IDX(ph * T + y, col, N)] : 0.f;
        __syncthreads();
        for (int k = 0; k < T; k++)
            acc += As[y][k] * Bs[k][x];
        __syncthreads();
    }
    if (row < M && col < N)
        C[IDX(row, col, N)] = acc;
}
