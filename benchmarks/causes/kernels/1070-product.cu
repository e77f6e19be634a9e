#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#if TILE_WIDTH == 32
#define LOG_W 5
#else
#define LOG_W 4
#endif

// XOR swizzle on the A tile so that no two threads fight for a bank
#define SWZ(r, c) ((c) ^ (r))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pattiA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float pattiB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int pankti = (blockIdx.y << LOG_W) + ty;
    int stambh = (blockIdx.x << LOG_W) + tx;
    int charan = (K + TILE_WIDTH - 1) >> LOG_W;

    float yog = 0.0f;
    for (int p = 0; p < charan; ++p) {
        int kA = (p << LOG_W) + tx;
        int kB = p << LOG_W + ty;

        pattiA[ty][SWZ(ty, tx)] = (pankti < M && kA < K) ? A[pankti * K + kA] : 0.0f;
        pattiB[ty][tx]          = (kB < K && stambh < N) ? B[kB * N + stambh] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            yog += pattiA[ty][SWZ(ty, k)] * pattiB[k][tx];
        __syncthreads();
    }

    if (pankti < M && stambh < N)
        C[pankti * N + stambh] = yog;
}
