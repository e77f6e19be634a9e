#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ void accumula(const float (*ta)[W], const float (*tb)[W], int y, int x, float somma)
{
    for (int k = 0; k < W; ++k)
        somma += ta[y][k] * tb[k][x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x, y = threadIdx.y;
    int riga = blockIdx.y * TILE_WIDTH + y;
    int colonna = blockIdx.x * TILE_WIDTH + x;
    int fasi = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float somma = 0.0f;

    for (int f = 0; f < fasi; ++f) {
        int ka = f * TILE_WIDTH + x;
        int kb = f * TILE_WIDTH + y;
        ta[y][x] = (riga < M && ka < K) ? A[riga * K + ka] : 0.0f;
        tb[y][x] = (kb < K && colonna < N) ? B[kb * N + colonna] : 0.0f;
        __syncthreads();
        accumula<TILE_WIDTH>(ta, tb, y, x, somma);
        __syncthreads();
    }

    if (riga < M && colonna < N)
        C[riga * N + colonna] = somma;
}
