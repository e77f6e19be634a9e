#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ads[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bds[TILE_WIDTH * TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int me = ty * TILE_WIDTH + tx;
    const int Row = blockIdx.y * TILE_WIDTH + ty;
    const int Col = blockIdx.x * TILE_WIDTH + tx;

    if (Row >= M || Col >= N)
        return;

    float Pvalue = 0;
    const int numTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int ph = 0; ph < numTiles; ++ph) {
        const int ka = ph * TILE_WIDTH + tx;
        const int kb = ph * TILE_WIDTH + ty;

        Ads[me] = (Row < M && ka < K) ? A[Row * K + ka] : 0.0f;
        Bds[me] = (kb < K && Col < N) ? B[kb * N + Col] : 0.0f;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += Ads[ty * TILE_WIDTH + k] * Bds[k * TILE_WIDTH + tx];
        __syncthreads();
    }

    C[Row * N + Col] = Pvalue;
}
