#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Consegna 2 - memoria condivisa
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float pB[TILE_WIDTH, TILE_WIDTH];

    int riga = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int fasi = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float s = 0.0f;

    for (int f = 0; f < fasi; f++) {
        int ca = f * TILE_WIDTH + threadIdx.x;
        int rb = f * TILE_WIDTH + threadIdx.y;
        pA[threadIdx.y][threadIdx.x] = (riga < M && ca < K) ? A[riga * K + ca] : 0.0f;
        pB[threadIdx.y][threadIdx.x] = (rb < K && col < N) ? B[rb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            s += pA[threadIdx.y][k] * pB[k][threadIdx.x];
        __syncthreads();
    }

    if (riga < M && col < N)
        C[riga * N + col] = s;
}
