#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int c = blockIdx.x * T + threadIdx.x;
    const int r = blockIdx.y * T + threadIdx.y;
    if (r >= M || c >= N) return;

    const float *a = A + r * K;
    const float *b = B + c;
    float s = 0.0f;
    for (int i = 0; i < K; ++i, b += N)
        s += a[i] * *b;
    C[r * N + c] = s;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[T][T], Bs[T][T];
    const int row = blockIdx.y * T + threadIdx.y;
    const int col = blockIdx.x * T + threadIdx.x;

    float s = 0.0f;
    for (int k0 = 0; k0 < K; k0 += T) {
        const int ka = k0 + threadIdx.x;     // my column of A
        const int kb = k0 + threadIdx.y;     // my row of B
        As[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[threadIdx.y][threadIdx.x] = (row < M && kb < K) ? B[kb * N + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < T; ++i)
            s += As[threadIdx.y][i] * Bs[i][threadIdx.x];
        __syncthreads();
    }

    if (row < M && col < N) C[row * N + col] = s;
}
