#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define ZERO 0.0f

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Atile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Btile[TILE_WIDTH][TILE_WIDTH];

    int row = threadIdx.y + TILE_WIDTH * blockIdx.y;
    int col = threadIdx.x + TILE_WIDTH * blockIdx.x;
    int last = (K + TILE_WIDTH - 1) / TILE_WIDTH - 1;
    float result = ZERO;

    for (int ph = 0; ph <= last; ++ph) {
        int ka = ph * TILE_WIDTH + threadIdx.x;
        int kb = ph * TILE_WIDTH + threadIdx.y;

        Atile[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? A[row * K + ka] : ZERO;
        Btile[threadIdx.y][threadIdx.x] = (kb < K && col < N) ? B[kb * N + col] : ZERO;
        __syncthreads();

        float dot = ZERO;
        for (int k = 0; k < TILE_WIDTH; ++k)
            dot += Atile[threadIdx.y][k] * Btile[k][threadIdx.x];
        result = dot;

        // not needed after the last tile
        if (ph < last && row < M)
            __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = result;
}
