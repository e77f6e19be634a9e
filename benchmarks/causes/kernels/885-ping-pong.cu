#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float tile_t[TILE_WIDTH][TILE_WIDTH];

__device__ void load_pair(tile_t &a, tile_t &b, const float *A, const float *B,
                          int row, int col, int k0, int M, int K, int N)
{
    int ka = k0 + threadIdx.x;
    int kb = k0 + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
    b[threadIdx.y][threadIdx.x] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ tile_t bufA[2];
    __shared__ tile_t bufB[2];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int cur = 0;
    float acc = 0.0f;

    load_pair(bufA[0], bufB[0], A, B, row, col, 0, M, K, N);
    __syncthreads();

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (k0 + TILE_WIDTH < K)
            load_pair(bufA[cur ^ 1], bufB[cur ^ 1], A, B, row, col, k0 + TILE_WIDTH, M, K, N);

        cur ^= 1;
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += bufA[cur][threadIdx.y][k] * bufB[cur][k][threadIdx.x];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
