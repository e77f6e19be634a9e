#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define FOR_TILE(k) for (int k = 0; k < TILE_WIDTH; ++k)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Atile[TILE_WIDTH][TILE_WIDTH];
    float Btile[TILE_WIDTH][TILE_WIDTH];

    const dim3 t = threadIdx;
    const int row = blockIdx.y * TILE_WIDTH + t.y;
    const int col = blockIdx.x * TILE_WIDTH + t.x;

    float *out = (row < M && col < N) ? &C[row * N + col] : nullptr;
    float sum = 0.0f;

    for (int p = 0; p <= (K - 1) / TILE_WIDTH; ++p) {
        const int ka = p * TILE_WIDTH + t.x;
        const int kb = p * TILE_WIDTH + t.y;
        Atile[t.y][t.x] = 0.0f;
        Btile[t.y][t.x] = 0.0f;
        if (row < M && ka < K)
            Atile[t.y][t.x] = A[row * K + ka];
        if (kb < K && col < N)
            Btile[t.y][t.x] = B[kb * N + col];
        __syncthreads();

        int part = 0;
        FOR_TILE(k)
            part += Atile[t.y][k] * Btile[k][t.x];
        sum += part;
        __syncthreads();
    }

    if (out)
        *out = sum;
}
