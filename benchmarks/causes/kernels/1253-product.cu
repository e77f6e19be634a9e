#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define BLK 16

template <int W>
__device__ float iloczyn(const float *w, const float *k)
{
    float s = 0.0f;
#pragma unroll
    for (int i = 0; i < W; ++i)
        s += w[i] * k[i * W];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[BLK * BLK];
    __shared__ float sB[BLK * BLK];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int y = blockIdx.y * blockDim.y + ty;
    const int x = blockIdx.x * blockDim.x + tx;
    const int me = ty * BLK + tx;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BLK) {
        sA[me] = (y < M && k0 + tx < K) ? A[y * K + k0 + tx] : 0.0f;
        sB[me] = (x < N && k0 + ty < K) ? B[(k0 + ty) * N + x] : 0.0f;
        __syncthreads();
        acc += iloczyn<BLK>(sA + ty * BLK, sB + tx);
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = acc;
}
