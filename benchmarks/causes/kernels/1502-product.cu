#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pool[2 * TW * TW];
    float *tileA = pool;
    float *tileB = pool + TW;

    const int me = threadIdx.y * TW + threadIdx.x;
    const int row = blockIdx.y * TW + threadIdx.y;
    const int col = blockIdx.x * TW + threadIdx.x;

    float cell = 0.0f;
    for (int from = 0; from < K; from += TW) {
        const int ka = from + threadIdx.x;
        const int kb = from + threadIdx.y;
        tileA[me] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        tileB[me] = (col < N && kb < K) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        const float *pa = tileA + threadIdx.y * TW;
        const float *pb = tileB + threadIdx.x;
        for (int k = 0; k < TW; ++k) {
            cell += *pa * *pb;
            pa += 1;
            pb += TW;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * K + col] = cell;
}
