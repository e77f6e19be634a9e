// Sander - per tegel een tussensom, die daarna bij het totaal komt
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int rij = blockIdx.y * TILE_WIDTH + ty, kol = blockIdx.x * TILE_WIDTH + tx;
    float totaal = 0.0f, tussen = 0.0f;

    for (int begin = 0; begin < K; begin += TILE_WIDTH) {
        int kA = begin + tx, kB = begin + ty;
        As[ty][tx] = (rij < M && kA < K) ? A[rij * K + kA] : 0.0f;
        Bs[ty][tx] = (kol < N && kB < K) ? B[kB * N + kol] : 0.0f;
        __syncthreads();

        // tussensom van deze tegel
        for (int k = 0; k < TILE_WIDTH; k++)
            tussen += As[ty][k] * Bs[k][tx];
        totaal += tussen;
        __syncthreads();
    }

    if (rij < M && kol < N)
        C[rij * N + kol] = totaal;
}
