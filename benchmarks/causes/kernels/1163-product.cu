#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
__device__ void multiply(const float *__restrict__ A, const float *__restrict__ B,
                         float *__restrict__ C, int M, int K, int N)
{
    __shared__ float a[T][T];
    __shared__ float b[T][T];

    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y;
    const int col = blockIdx.x * T + x;

    float total = 0.0f;
    float part = 0.0f;

    for (int start = 0; start < K; start += T) {
        a[y][x] = (row < M && start + x < K) ? A[row * K + start + x] : 0.0f;
        b[y][x] = (start + y < K && col < N) ? B[(start + y) * N + col] : 0.0f;
        __syncthreads();

        // dot product of this phase
        for (int k = 0; k < T; ++k)
            part += a[y][k] * b[k][x];
        total += part;

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = total;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    multiply<TILE_WIDTH>(A, B, C, M, K, N);
}
