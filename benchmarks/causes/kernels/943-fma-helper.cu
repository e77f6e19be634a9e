#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ __forceinline__ void multiplyTiles(const float (&a)[W][W], const float (&b)[W][W], int r, int c, float &acc)
{
#pragma unroll
    for (int i = 0; i < W; ++i)
        acc += fmaf(a[r][i], b[i][c], acc);
}

template <int W>
__device__ __forceinline__ void copyIn(float (&tile)[W][W], const float *src, int r, int c, int height, int width)
{
    float v = 0.0f;
    if (r < height && c < width)
        v = src[r * width + c];
    tile[threadIdx.y][threadIdx.x] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];
    int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        copyIn<TILE_WIDTH>(ta, A, r, k0 + threadIdx.x, M, K);
        copyIn<TILE_WIDTH>(tb, B, k0 + threadIdx.y, c, K, N);
        __syncthreads();
        multiplyTiles<TILE_WIDTH>(ta, tb, threadIdx.y, threadIdx.x, acc);
        __syncthreads();
    }
    if (r < M && c < N)
        C[r * N + c] = acc;
}
