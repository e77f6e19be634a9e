#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// One partial sum for each phase, then added to the total.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH + 1];

    const int kolom = blockIdx.x * TILE_WIDTH + threadIdx.x;
    const int rij = blockIdx.y * TILE_WIDTH + threadIdx.y;
    float *const mijnA = &tileA[threadIdx.y][threadIdx.x];
    float *const mijnB = &tileB[threadIdx.y][threadIdx.x];

    float totaal = 0.0f;
    float deel = 0.0f;

    for (int begin = 0; begin < K; begin += TILE_WIDTH) {
        const int ka = begin + threadIdx.x;
        const int kb = begin + threadIdx.y;
        *mijnA = 0.0f;
        *mijnB = 0.0f;
        if (rij < M && ka < K)
            *mijnA = A[rij * K + ka];
        if (kb < K && kolom < N)
            *mijnB = B[kb * N + kolom];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            deel += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        totaal += deel;
        __syncthreads();
    }

    if (rij < M && kolom < N)
        C[rij * N + kolom] = totaal;
}
