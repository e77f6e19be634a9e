#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float * __restrict__ A, const float * __restrict__ B, float * __restrict__ C,
                             int M, int K, int N)
{
    const int T = TILE_WIDTH;
    __shared__ float a_sh[T * T];
    __shared__ float b_sh[T * T];

    const int id = threadIdx.y * blockDim.x + threadIdx.x;
    const int lr = id / T;
    const int lc = id % T;
    const int r = blockIdx.y * T + lr;
    const int c = blockIdx.x * T + lc;

    float dp = 0.0f;

    for (int t = 0; t < (K + T - 1) / T; ++t) {
        const int k0 = t * T;
        if (r < M && k0 + lc < K)
            a_sh[id] = A[r * K + k0 + lc];
        if (c < N && k0 + lr < K)
            b_sh[id] = B[(k0 + lr) * N + c];
        __syncthreads();

        if (r < M && c < N) {
            for (int k = 0; k < T; ++k)
                dp = dp + (k0 + k < K) ? a_sh[lr * T + k] * b_sh[k * T + lc] : 0.0f;
        }
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = dp;
}
