#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

constexpr int W = TILE_WIDTH;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[W][W];
    __shared__ float tb[W][W];

    const int2 t = make_int2(threadIdx.x, threadIdx.y);
    const int2 cell = make_int2(blockIdx.x * W + t.x, blockIdx.y * W + t.y);

    float r = 0.0f;
    for (int k0 = 0; k0 < K; k0 += W)
    {
        const int ka = k0 + t.x;
        const int kb = k0 + t.y;

        ta[t.y][t.x] = 0.0f;
        if (cell.y < M && ka < K)
            ta[t.y][t.x] = A[cell.y * K + ka];

        tb[t.y][t.x] = 0.0f;
        if (cell.x < N && kb < K)
            tb[t.y][t.x] = B[cell.x * K + kb];

        __syncthreads();
#pragma unroll
        for (int k = 0; k < W; ++k)
            r = fmaf(ta[t.y][k], tb[k][t.x], r);
        __syncthreads();
    }

    if (cell.y < M && cell.x < N)
        C[cell.y * N + cell.x] = r;
}
