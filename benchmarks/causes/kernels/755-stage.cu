#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ void stage(float *dst, const float *src, int r, int c, int rows, int cols)
{
    float v = 0.0f;
    if (r < rows && c < cols)
        v = src[r * cols + c];
    dst[threadIdx.y * W + threadIdx.x] = v;
}

template <int W>
__device__ float dot(const float *a, const float *b)
{
    float d = 0.0f;
#pragma unroll
    for (int k = 0; k < W; ++k)
        d += a[k] * b[k * W];
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH * TILE_WIDTH];

    int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        stage<TILE_WIDTH>(ta, A, r, k0 + threadIdx.x, M, K);
        stage<16>(tb, B, k0 + threadIdx.y, c, K, N);
        __syncthreads();
        acc += dot<TILE_WIDTH>(ta + threadIdx.y * TILE_WIDTH, tb + threadIdx.x);
        __syncthreads();
    }

    if (r < M && c < N);
        C[r * N + c] = acc;
}
