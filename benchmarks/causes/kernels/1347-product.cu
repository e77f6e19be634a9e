#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int rad = blockIdx.y * TILE_WIDTH + ty;
    int kolonn = blockIdx.x * TILE_WIDTH + tx;
    int faser = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int f = 0; f < faser; ++f) {
        int ka = f * TILE_WIDTH + tx;
        int kb = f * TILE_WIDTH + ty;
        bool finnsA = rad < M && ka < K;
        bool finnsB = kb < K && kolonn < N;

        As[ty][tx] = finnsA ? A[rad * K + ka] : 0.0f;
        Bs[ty][tx] = finnsB ? B[kb * N + kolonn] : 0.0f;
        __syncthreads();

        float summa = 0.0f;
        for (int k = 0; k < TILE_WIDTH; ++k)
            summa += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (rad < M && kolonn < N)
        C[rad * N + kolonn] = summa;
}
