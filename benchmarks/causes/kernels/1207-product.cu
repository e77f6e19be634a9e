#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// The real work, with the edge of the tile as a template parameter.
template <int T>
__device__ void multiply(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[T][T];
    __shared__ float shB[T][T];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;

    float acc = 0.0f;

    for (int base = 0; base < K; base += T) {
        const int ka = base + tx;
        const int kb = base + ty;
        shA[ty][tx] = row < M && ka < K ? A[row * K + ka] : 0.0f;
        shB[ty][tx] = kb < K && col < N ? B[kb * N + col] : 0.0f;
        __syncthreads();

#pragma unroll
        for (int k = 0; k < T; ++k)
            acc += shA[ty][k] * shB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    multiply<16>(A, B, C, M, K, N);
}
