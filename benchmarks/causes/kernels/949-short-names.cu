#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define W TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[W][W], b[W][W];
    __shared__ float s;
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * W + y, j = blockIdx.x * W + x;
    s = 0.0f;
    int n = (int)ceilf(K / W);
    for (int p = 0, q = 0; p < n; p++, q += W) {
        a[y][x] = i < M && q + x < K ? A[i * K + q + x] : 0.0f;
        b[y][x] = q + y < K && j < N ? B[(q + y) * N + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < W; k++) s += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (i < M && j < N) C[i * N + j] = s;
}
