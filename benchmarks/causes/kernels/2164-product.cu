#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

template <int W>
__device__ float dotTile(const float (&a)[W][W], const float (&b)[W][W], int y, int x)
{
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < W; ++k)
        s += a[y][k] * b[k][x];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[T][T];
    __shared__ float sB[T][T];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int gy = blockIdx.y * T + y;
    const int gx = blockIdx.x * T + x;

    float c = 0.0f;

    for (int t = 0; t < (K + T - 1) / T; ++t) {
        const int ax = t * T + x;
        const int by = t * T + y;

        sA[y][x] = gy < M && ax < K ? A[gy * K + ax] : 0.0f;
        sB[y][x] = by < K && gx < N ? B[by * N + gx] : 0.0f;
        __syncthreads();

        c += dotTile<T>(sA, sB, y, x);
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = c;
}
