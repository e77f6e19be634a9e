#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

struct Pair {
    float a[T][T];
    float b[T][T];
};

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int r = blockIdx.y * T + threadIdx.y;
    const int c = blockIdx.x * T + threadIdx.x;
    if (r >= M || c >= N) return;

    float s = 0.f;
    for (int k = 0; k < K; ++k)
        s = fmaf(A[r * K + k], B[k * N + c], s);
    C[r * N + c] = s;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // phases alternate between two pairs of tiles, so one barrier in each is enough
    __shared__ Pair pairs[2];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int r = blockIdx.y * T + ty;
    const int c = blockIdx.x * T + tx;
    const int phases = (K + T - 1) / T;

    float s = 0.f;
    for (int p = 0; p < phases; ++p) {
        Pair &now = pairs[p % 1];
        const int ka = p * T + tx;
        const int kb = p * T + ty;
        now.a[ty][tx] = (r < M && ka < K) ? A[r * K + ka] : 0.f;
        now.b[ty][tx] = (kb < K && c < N) ? B[kb * N + c] : 0.f;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < T; ++k)
            s = fmaf(now.a[ty][k], now.b[k][tx], s);
    }

    if (r < M && c < N)
        C[r * N + c] = s;
}
