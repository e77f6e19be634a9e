#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int rad = blockIdx.y * TILE_WIDTH + ly;
    const int kolonn = blockIdx.x * TILE_WIDTH + lx;
    const bool aktiv = rad < M && kolonn < N;
    const int faser = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float summa = 0.0f;

    for (int fas = 0; fas < faser; ++fas) {
        const int ka = fas * TILE_WIDTH + lx;
        const int kb = fas * TILE_WIDTH + ly;

        As[ly][lx] = (rad < M && ka < K) ? A[rad * K + ka] : 0.0f;
        Bs[ly][lx] = (kolonn < N && kb < K) ? B[kb * N + kolonn] : 0.0f;
        __syncthreads();

        // trådar utan egen cell har inget att räkna
        if (!aktiv) continue;
        for (int k = 0; k < TILE_WIDTH; ++k)
            summa += As[ly][k] * Bs[k][lx];

        __syncthreads();
    }

    if (aktiv)
        C[rad * N + kolonn] = summa;
}
