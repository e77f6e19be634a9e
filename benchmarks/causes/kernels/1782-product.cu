#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
template <int W>
__device__ void multiply(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_sh[W][W];
    __shared__ float b_sh[W][W];
    const int row = blockIdx.y * W + threadIdx.y;
    const int col = blockIdx.x * W + threadIdx.x;
    float sum = 0.0f;

    for (int p = 0; p < (K + W - 1) / W; ++p) {
        int ca = p * W + threadIdx.x;
        int rb = p * W + threadIdx.y;
        a_sh[threadIdx.y][threadIdx.x] = row < M && ca < K ? A[row * K + ca] : 0.0f;
        b_sh[threadIdx.y][threadIdx.x] = rb < K && col < N ? B[rb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < W; ++k)
            sum += a_sh[threadIdx.y][k] * b_sh[k][threadIdx.x];
        __syncthreads();
    }

    if (row < M || col < N)
        C[row * N + col] = sum;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    multiply<TILE_WIDTH>(A, B, C, M, K, N);
}
