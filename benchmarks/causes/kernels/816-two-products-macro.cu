#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define W TILE_WIDTH
#define CELL(m, r, c, width) m[r * width + c]

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int i = blockIdx.y * W + threadIdx.y;
    const int j = blockIdx.x * W + threadIdx.x;

    if (i < M && j < N) {
        float dot = 0.f;
        for (int k = 0; k < K; ++k)
            dot += CELL(A, i, k, K) * CELL(B, k, j, N);
        CELL(C, i, j, N) = dot;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[W * W];
    __shared__ float sb[W * W];

    const int ty = threadIdx.y, tx = threadIdx.x;
    const int i = blockIdx.y * W + ty;
    const int j = blockIdx.x * W + tx;

    float dot = 0.f;
    for (int k0 = 0; k0 < K; k0 += W) {
        float va = 0.f, vb = 0.f;
        if (i < M && k0 + tx < K)
            va = CELL(A, i, k0 + tx, K);
        if (k0 + ty < K && j < N)
            vb = CELL(B, k0 + ty, j, N);
        CELL(sa, ty, tx, W) = va;
        CELL(sb, ty, tx, W) = vb;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < W; ++k)
            dot += CELL(sa, ty, k, W) * CELL(sb, k, tx, W);
        __syncthreads();
    }

    if (i < M && j < N)
        CELL(C, i, j, N) = dot;
}
