#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* no branches in the loads: rows and columns that do not exist are never stored */
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Atile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Btile[TILE_WIDTH][TILE_WIDTH];

    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int iSafe = min(i, M - 1);
    int jSafe = min(j, N - 1);

    float result = 0.f;
    int nTiles = 1 + (K - 1) / TILE_WIDTH;

    for (int tile = 0; tile < nTiles; tile++)
    {
        int ka = tile * TILE_WIDTH + threadIdx.x;
        int kb = tile * TILE_WIDTH + threadIdx.y;

        float fromA = A[iSafe * K + min(ka, K - 1)];
        float fromB = B[min(kb, K - 1) * N + jSafe];
        Atile[threadIdx.y][threadIdx.x] = fromA;
        Btile[threadIdx.y][threadIdx.x] = fromB;
        __syncthreads();

        for (int kk = 0; kk < TILE_WIDTH; kk++)
            result += Atile[threadIdx.y][kk] * Btile[kk][threadIdx.x];
        __syncthreads();
    }

    if (i < M && j < N) C[i * N + j] = result;
}
