#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ void fill(float (&dst)[W][W], const float *src, int top, int left, int height, int width)
{
    const int r = top + threadIdx.y;
    const int c = left + threadIdx.x;
    float e = 0.0f;
    if (r < height && c < width)
        e = src[r * width + c];
    dst[threadIdx.y][threadIdx.x] = e;
}

template <int W>
__device__ float multiply(const float (&a)[W][W], const float (&b)[W][W])
{
    float e = 0.0f;
    for (int k = 0; k < W; ++k)
        e += a[threadIdx.y][k] * b[k][threadIdx.x];
    return e;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    const int top = blockIdx.y * TILE_WIDTH;
    const int left = blockIdx.x * TILE_WIDTH;
    float c = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        fill(sa, A, top, k0, M, K);
        fill(sb, B, k0, left, N, K);
        __syncthreads();
        c += multiply(sa, sb);
        __syncwarp();
    }

    const int row = top + threadIdx.y;
    const int col = left + threadIdx.x;
    if (row < M && col < N)
        C[row * N + col] = c;
}
