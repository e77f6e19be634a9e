#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#if TILE_WIDTH == 32
#define LG 5
#elif TILE_WIDTH == 16
#define LG 4
#else
#define LG 3
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ash[1 << (2 * LG)];
    __shared__ float bsh[1 << (2 * LG)];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = (blockIdx.y << LG) + ty;
    int col = (blockIdx.x << LG) + tx;
    int me = ty << LG + tx;
    int last = (K + TILE_WIDTH - 1) >> LG;
    float sum = 0.0f;

    for (int ph = 0; ph < last; ph++) {
        int ac = (ph << LG) + tx;
        int br = (ph << LG) + ty;
        ash[me] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
        bsh[me] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += ash[(ty << LG) | k] * bsh[(k << LG) | tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
