#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TT (TILE_WIDTH * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float buf[2 * TT];
    float *tA = buf;
    float *tB = buf + TILE_WIDTH;

    int li = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int gr = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int gc = blockIdx.x * TILE_WIDTH + threadIdx.x;

    float out = 0.0f;
    for (int ph = 0; ph * TILE_WIDTH < K; ++ph) {
        int ac = ph * TILE_WIDTH + threadIdx.x;
        int br = ph * TILE_WIDTH + threadIdx.y;

        tA[li] = 0.0f;
        tB[li] = 0.0f;
        if (gr < M && ac < K)
            tA[li] = A[gr * K + ac];
        if (br < K && gc < N)
            tB[li] = B[br * N + gc];
        __syncthreads();

        const float *pa = tA + threadIdx.y * TILE_WIDTH;
        const float *pb = tB + threadIdx.x;
        for (int k = 0; k < TILE_WIDTH; ++k) {
            out += *pa * *pb;
            pa += 1;
            pb += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (gr < M && gc < N)
        C[gr * N + gc] = out;
}
