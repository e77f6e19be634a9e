#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

// Part 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= N)
        return;

    float acc = 0.0f;
    for (int k = 0; k < K; ++k)
        acc += A[row * K + k] * B[k * N + col];
    C[row * N + col] = acc;
}

// brings one element of each tile; 0 outside
__device__ void bring(float (*a)[TW], float (*b)[TW], const float *A, const float *B, int phase, int row, int col,
                      int M, int K, int N)
{
    int ka = phase * TW + threadIdx.x;
    int kb = phase * TW + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
    b[threadIdx.y][threadIdx.x] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
}

// Part 2: two buffers, the next tile is brought while the current one is used
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TW][TW];
    __shared__ float Bs[2][TW][TW];

    int col = blockIdx.x * TW + threadIdx.x;
    int row = blockIdx.y * TW + threadIdx.y;
    int phases = (K + TW - 1) / TW;
    int cur = 0;
    float acc = 0.0f;

    bring(As[0], Bs[0], A, B, 0, row, col, M, K, N);
    __syncthreads();

    for (int p = 0; p < phases; ++p) {
        if (p + 1 < phases)
            bring(As[1 - cur], Bs[1 - cur], A, B, p + 1, row, col, M, K, N);
        for (int k = 0; k < TW; ++k)
            acc += As[cur][threadIdx.y][k] * Bs[cur][k][threadIdx.x];
        __syncthreads();
        cur = p & 1;
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
