#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TW][TW], sb[TW][TW];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * TW + y;
    int j = blockIdx.x * TW + x;
    float acc = 0.f;

    int steps = (int)ceilf((float)(K / TW));

    int t = 0;
    while (t < steps) {
        int ka = t * TW + x;
        int kb = t * TW + y;
        sa[y][x] = (i < M && ka < K) ? A[i * K + ka] : 0.f;
        sb[y][x] = (kb < K && j < N) ? B[kb * N + j] : 0.f;
        __syncthreads();
        #pragma unroll
        for (int q = 0; q < TW; q++) acc += sa[y][q] * sb[q][x];
        __syncthreads();
        t++;
    }

    if (i < M && j < N) C[i * N + j] = acc;
}
