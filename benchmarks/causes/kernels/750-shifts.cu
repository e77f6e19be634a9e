#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#if TILE_WIDTH == 8
#define LOG_TW 3
#elif TILE_WIDTH == 16
#define LOG_TW 4
#else
#define LOG_TW 5
#endif
#define CELL(t, r, c) t[((r) << LOG_TW) | (c)]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[1 << (2 * LOG_TW)];
    __shared__ float shB[1 << (2 * LOG_TW)];

    int i = (blockIdx.y << LOG_TW) + threadIdx.y;
    int j = (blockIdx.x << LOG_TW) + threadIdx.x;
    int rounds = (K + TILE_WIDTH - 1) >> LOG_TW;
    float d = 0.0f;

    for (int q = 0; q < rounds; ++q) {
        int qa = (q << LOG_TW) + threadIdx.x;
        int qb = q << LOG_TW + threadIdx.y;
        CELL(shA, threadIdx.y, threadIdx.x) = (i < M && qa < K) ? A[i * K + qa] : 0.0f;
        CELL(shB, threadIdx.y, threadIdx.x) = (qb < K && j < N) ? B[qb * N + j] : 0.0f;
        __syncthreads();
        for (int e = 0; e < TILE_WIDTH; ++e)
            d += CELL(shA, threadIdx.y, e) * CELL(shB, e, threadIdx.x);
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = d;
}
