#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int x = blockIdx.x * T + threadIdx.x;
    const int y = blockIdx.y * T + threadIdx.y;
    if (x >= N || y >= M)
        return;

    const float *a = A + y * K;
    const float *b = B + x;
    int dot = 0;
    for (int k = 0; k < K; k++, a++, b += N)
        dot += *a * *b;
    C[y * N + x] = dot;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[T][T], sB[T][T];
    const int i = threadIdx.y, j = threadIdx.x;
    const int row = blockIdx.y * T + i;
    const int col = blockIdx.x * T + j;
    float acc = 0.f;

    for (int k0 = 0; k0 < K; k0 += T) {
        const int ka = k0 + j;
        const int kb = k0 + i;
        sA[i][j] = (row < M && col < K) ? A[row * K + ka] : 0.f;
        sB[i][j] = (kb < K && col < N) ? B[kb * N + col] : 0.f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; k++)
            acc += sA[i][k] * sB[k][j];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
