#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

constexpr int BM = TILE_WIDTH;
constexpr int BN = TILE_WIDTH;
constexpr int BK = TILE_WIDTH;

__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                             int M, int K, int N)
{
    __shared__ float blkA[BM, BK];
    __shared__ float blkB[BK][BN];
    const int m = blockIdx.y * BM + threadIdx.y;
    const int n = blockIdx.x * BN + threadIdx.x;
    float cmn = 0.0f;

    for (int k0 = 0; k0 < K; k0 += BK) {
        const int ka = k0 + threadIdx.x;
        const int kb = k0 + threadIdx.y;
        blkA[threadIdx.y][threadIdx.x] = (m < M && ka < K) ? __ldg(&A[m * K + ka]) : 0.0f;
        blkB[threadIdx.y][threadIdx.x] = (n < N && kb < K) ? __ldg(&B[kb * N + n]) : 0.0f;
        __syncthreads();
        for (int k = 0; k < BK; ++k)
            cmn += blkA[threadIdx.y][k] * blkB[k][threadIdx.x];
        __syncthreads();
    }
    if (m < M && n < N)
        C[m * N + n] = cmn;
}
