#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH
#define IN(r, c, height, width) ((r) < (height) && (c) < (width))

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int col = threadIdx.x + blockIdx.x * T;
    const int row = threadIdx.y + blockIdx.y * T;
    if (!IN(row, col, M, N))
        return;

    float sum = 0.0f;
    for (int k = 0; k != K; ++k)
        sum = fmaf(A[row * K + k], B[k * N + col], sum);
    C[row * N + col] = sum;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[T][T], right[T][T], sum;

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int col = x + blockIdx.x * T;
    const int row = y + blockIdx.y * T;

    sum = 0.0f;
    int phase = (K + T - 1) / T;
    while (phase-- > 0) {
        const int ka = phase * T + x;
        const int kb = phase * T + y;

        left[y][x] = 0.0f;
        right[y][x] = 0.0f;
        if (IN(row, ka, M, K)) left[y][x] = A[row * K + ka];
        if (IN(kb, col, K, N)) right[y][x] = B[kb * N + col];
        __syncthreads();

        for (int k = 0; k < T; ++k)
            sum += left[y][k] * right[k][x];
        __syncthreads();
    }

    if (IN(row, col, M, N))
        C[row * N + col] = sum;
}
