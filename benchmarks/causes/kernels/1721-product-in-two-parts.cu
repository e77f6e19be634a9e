#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int i = T * blockIdx.y + threadIdx.y;
    const int j = T * blockIdx.x + threadIdx.x;
    if (i < M && j < N)
    {
        const float *a = A + i * K;
        const float *b = B + j;
        int cell = 0;
        for (int k = 0; k < K; k++, b += N)
            cell += a[k] * *b;
        C[i * N + j] = cell;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[T][T], right[T][T];
    const int y = threadIdx.y, x = threadIdx.x;
    const int i = T * blockIdx.y + y;
    const int j = T * blockIdx.x + x;
    const int phases = K / T;
    float total = 0;

    for (int phase = 0; phase < phases; phase++)
    {
        const int ka = phase * T + x;
        const int kb = phase * T + y;
        left[y][x]  = i < M && ka < K ? A[i * K + ka] : 0;
        right[y][x] = kb < K && j < N ? B[kb * N + j] : 0;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; k++)
            total += left[y][k] * right[k][x];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = total;
}
