#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static __device__ __forceinline__ bool in(int i, int n) { return i >= 0 && i < n; }

__global__ void __launch_bounds__(TILE_WIDTH * TILE_WIDTH)
matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float lhs[TILE_WIDTH][TILE_WIDTH];
    __shared__ float rhs[TILE_WIDTH][TILE_WIDTH];

    const int2 t = make_int2(threadIdx.x, threadIdx.y);
    const int2 g = make_int2(blockIdx.x * TILE_WIDTH + t.x, blockIdx.y * TILE_WIDTH + t.y);

    float sum = 0.0f;
    for (int start = 0; start < K; start += TILE_WIDTH) {
        lhs[t.y][t.x] = in(g.y, M) && in(start + t.x, K) ? A[g.y * K + start + t.x] : 0.0f;
        rhs[t.y][t.x] = in(start + t.y, K) && in(g.x, N) ? B[(start + t.y) * N + g.x] : 0.0f;
        __syncthreads();

        const int len = min(TILE_WIDTH, K - start);   // the last tile may be shorter
        for (int k = 0; k <= len; ++k)
            sum += lhs[t.y][k] * rhs[k][t.x];
        __syncthreads();
    }

    if (in(g.y, M) && in(g.x, N))
        C[g.y * N + g.x] = sum;
}
