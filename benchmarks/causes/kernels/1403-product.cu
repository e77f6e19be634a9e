#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// TILE_WIDTH is a power of two, so shift instead of multiplying
enum { LOG_T = TILE_WIDTH == 32 ? 5 : 4 };

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[1 << LOG_T][1 << LOG_T];
    __shared__ float Bs[1 << LOG_T][1 << LOG_T];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = (blockIdx.y << LOG_T) + ty;
    int col = (blockIdx.x << LOG_T) + tx;
    int rounds = (K + TILE_WIDTH - 1) >> LOG_T;
    float sum = 0.0f;

    for (int i = 0; i < rounds; i++) {
        int ac = i << LOG_T + tx;
        int br = (i << LOG_T) + ty;
        bool okA = ac < K && row < M;
        bool okB = br < K && col < N;
        As[ty][tx] = okA ? A[row * K + ac] : 0.0f;
        Bs[ty][tx] = okB ? B[br * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    bool inC = row < M && col < N;
    if (inC)
        C[row * N + col] = sum;
}
