#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define TW TILE_WIDTH
#define TILE_ELEMS (TW * TW)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // both tiles in one array
    __shared__ float pool[2 * TILE_ELEMS];
    float *ta = pool;
    float *tb = pool + TW;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TW + ty;
    int col = blockIdx.x * TW + tx;
    int idx = ty * TW + tx;

    float sum = 0.0f;
    int phase = 0;
    do {
        int kA = phase * TW + tx;
        int kB = phase * TW + ty;

        ta[idx] = (row < M && kA < K) ? A[row * K + kA] : 0.0f;
        tb[idx] = (kB < K && col < N) ? B[kB * N + col] : 0.0f;
        __syncthreads();

        const float *pa = ta + ty * TW;
        const float *pb = tb + tx;
        for (int k = 0; k < TW; ++k, ++pa, pb += TW)
            sum += *pa * *pb;
        __syncthreads();

        ++phase;
    } while (phase * TW < K);

    if (row < M && col < N)
        C[row * N + col] = sum;
}
