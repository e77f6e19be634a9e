#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define TW TILE_WIDTH;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pool[2 * TW * TW];
    float *pa = pool;
    float *pb = pool + TW * TW;

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TW + ty;
    int col = blockIdx.x * TW + tx;
    int slot = ty * TW + tx;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TW) {
        pa[slot] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
        pb[slot] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TW; k++)
            acc += pa[ty * TW + k] * pb[k * TW + tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}
