#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define HERE(axis) ((int)(blockIdx.axis * TILE_WIDTH + threadIdx.axis))

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int m = HERE(x);
    int n = HERE(y);
    if (m >= M || n >= N)
        return;

    const float *a = A + m * K;
    const float *b = B + n;
    float cell = 0.0f;
    for (int k = 0; k < K; k++) {
        cell += *a++ * *b;
        b += N;
    }
    C[m * N + n] = cell;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH], right[TILE_WIDTH][TILE_WIDTH];
    const int m = HERE(y), n = HERE(x);
    const int i = threadIdx.y, j = threadIdx.x;
    float cell = 0.0f;

    for (int start = 0; start < K; start += TILE_WIDTH) {
        left[i][j] = (m < M && start + j < K) ? A[m * K + start + j] : 0.0f;
        right[i][j] = (start + i < K && n < N) ? B[(start + i) * N + n] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            cell += left[i][k] * right[k][j];
        __syncthreads();
    }
    if (m < M && n < N)
        C[m * N + n] = cell;
}
