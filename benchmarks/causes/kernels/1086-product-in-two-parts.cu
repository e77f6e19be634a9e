#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// 1. resz
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int oszlop = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int sor    = blockIdx.y * TILE_WIDTH + threadIdx.y;
    if (sor >= M || oszlop >= N)
        return;
    int osszeg = 0;
    for (int k = 0; k < K; ++k)
        osszeg += A[sor * K + k] * B[k * N + oszlop];
    C[sor * N + oszlop] = osszeg;
}

// 2. resz
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float csA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float csB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int oszlop = blockIdx.x * TILE_WIDTH + tx;
    int sor    = blockIdx.y * TILE_WIDTH + ty;
    float osszeg = 0;

    for (int eltolas = 0; eltolas < K; eltolas += TILE_WIDTH)
    {
        csA[ty][tx] = 0;
        csB[ty][tx] = 0;
        if (sor < M && eltolas + tx < K)
            csA[ty][tx] = A[sor * K + eltolas + tx];
        if (oszlop < N && eltolas + tx < K)
            csB[ty][tx] = B[(eltolas + ty) * N + oszlop];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            osszeg += csA[ty][k] * csB[k][tx];
        __syncthreads();
    }

    if (sor < M && oszlop < N)
        C[sor * N + oszlop] = osszeg;
}
