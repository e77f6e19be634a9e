#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ void multiply_tiles(float acc, const float (&a)[W][W], const float (&b)[W][W], int y, int x)
{
    #pragma unroll
    for (int i = 0; i < W; i++)
        acc = fmaf(a[y][i], b[i][x], acc);
}

template <int W>
__device__ void load_tile(float (&tile)[W][W], const float *src, int r, int c, int height, int width, int y, int x)
{
    float v = 0.0f;
    if (r + y < height && c + x < width)
        v = src[(r + y) * width + (c + x)];
    tile[y][x] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int firstRow = blockIdx.y * TILE_WIDTH;
    const int firstCol = blockIdx.x * TILE_WIDTH;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        load_tile<TILE_WIDTH>(As, A, firstRow, k0, M, K, y, x);
        load_tile<TILE_WIDTH>(Bs, B, k0, firstCol, K, N, y, x);
        __syncthreads();
        multiply_tiles<TILE_WIDTH>(acc, As, Bs, y, x);
        __syncthreads();
    }

    if (firstRow + y < M && firstCol + x < N)
        C[(firstRow + y) * N + firstCol + x] = acc;
}
