#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int zeile = blockIdx.y * TILE_WIDTH + ty;
    int spalte = blockIdx.x * TILE_WIDTH + tx;
    float summe = 0.0f;

    int phase = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    while (phase-- > 0) {           // von hinten nach vorn, die Reihenfolge ist egal
        int ka = phase * TILE_WIDTH + tx;
        int kb = phase * TILE_WIDTH + ty;
        As[ty][tx] = (zeile < M && ka < K) ? A[zeile * K + ka] : 0.0f;
        Bs[ty][tx] = (kb < K && spalte < N) ? B[kb * N + spalte] : 0.0f;
        __syncthreads();

        int k = TILE_WIDTH;
        while (--k > 0)
            summe += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
