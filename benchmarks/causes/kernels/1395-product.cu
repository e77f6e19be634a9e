#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

__device__ __forceinline__ void loadTiles(Tile &ta, Tile &tb, const float *A, const float *B,
                                          int row, int col, int k0, int M, int K, int N)
{
    int kx = k0 + threadIdx.x;
    int ky = k0 + threadIdx.y;
    ta[threadIdx.y][threadIdx.x] = (row < M && kx < K) ? A[row * K + kx] : 0.0f;
    tb[threadIdx.y][threadIdx.x] = (ky < K && col < N) ? B[ky * N + col] : 0.0f;
}

// Double buffering: the next pair of tiles is loaded while this one is used.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile As[2];
    __shared__ Tile Bs[2];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float sum = 0.0f;
    int cur = 0;

    loadTiles(As[0], Bs[0], A, B, row, col, 0, M, K, N);
    __syncthreads();

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (k0 + TILE_WIDTH < K)
            loadTiles(As[cur ^ 1], Bs[cur ^ 1], A, B, row, col, k0 + TILE_WIDTH, M, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][threadIdx.y][k] * Bs[cur][k][threadIdx.x];

        cur ^= 1;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
