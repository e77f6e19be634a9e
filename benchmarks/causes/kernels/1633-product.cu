#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
template <int W>
__device__ void addProducts(float acc, const float (&left)[W][W], const float (&right)[W][W])
{
    for (int i = 0; i < W; i++)
        acc += left[threadIdx.y][i] * right[i][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float right[TILE_WIDTH][TILE_WIDTH];

    const int row = threadIdx.y + blockIdx.y * TILE_WIDTH;
    const int col = threadIdx.x + blockIdx.x * TILE_WIDTH;
    const bool rowOk = row < M;
    const bool colOk = col < N;

    float acc = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        const int ka = base + threadIdx.x;
        const int kb = base + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = rowOk && ka < K ? A[row * K + ka] : 0.0f;
        right[threadIdx.y][threadIdx.x] = colOk && kb < K ? B[kb * N + col] : 0.0f;
        __syncthreads();
        addProducts<TILE_WIDTH>(acc, left, right);
        __syncthreads();
    }

    if (rowOk && colOk)
        C[row * N + col] = acc;
}
