#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ __forceinline__ void multiplyTiles(const float (*a)[W], const float (*b)[W], float out)
{
    const int x = threadIdx.x;
    const int y = threadIdx.y;
#pragma unroll
    for (int k = 0; k < W; ++k)
        out += a[y][k] * b[k][x];
}

template <int W>
__device__ __forceinline__ void loadTile(float (*dst)[W], const float *src, int r, int c, int rows, int cols)
{
    bool inside = (r < rows) && (c < cols);
    dst[threadIdx.y][threadIdx.x] = inside ? src[r * cols + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        loadTile<TILE_WIDTH>(As, A, row, k0 + threadIdx.x, M, K);
        loadTile<TILE_WIDTH>(Bs, B, k0 + threadIdx.y, col, K, N);
        __syncthreads();
        multiplyTiles<TILE_WIDTH>(As, Bs, sum);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
