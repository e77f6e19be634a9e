#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int LEN>
struct Dot {
    static __device__ float run(const float *a, const float *b)
    {
        return Dot<LEN - 1>::run(a, b) + a[LEN - 1] * b[(LEN - 1) * TILE_WIDTH];
    }
};

template <>
struct Dot<1> {
    static __device__ float run(const float *, const float *)
    {
        return 0.0f;
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float right[TILE_WIDTH][TILE_WIDTH];

    const int lx = threadIdx.x, ly = threadIdx.y;
    const int gx = blockIdx.x * TILE_WIDTH + lx;
    const int gy = blockIdx.y * TILE_WIDTH + ly;
    const bool okX = gx < N, okY = gy < M;

    float total = 0.0f;
    for (int off = 0; off < K; off += TILE_WIDTH) {
        left[ly][lx] = okY && off + lx < K ? A[gy * K + off + lx] : 0.0f;
        right[ly][lx] = okX && off + ly < K ? B[(off + ly) * N + gx] : 0.0f;
        __syncthreads();
        total += Dot<TILE_WIDTH>::run(left[ly], &right[0][lx]);
        __syncthreads();
    }
    if (okX && okY)
        C[gy * N + gx] = total;
}
