// Opdracht 3: getegelde matrixvermenigvuldiging
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tegel[TILE_WIDTH][TILE_WIDTH];

// laadt één element per thread
__device__ void laad(Tegel doel, const float *bron, int rij, int kolom, int rijen, int kolommen)
{
    float w = 0.0f;
    if (rij < rijen && kolom < kolommen)
        w = bron[rij * kolommen + kolom];
    doel[threadIdx.y][threadIdx.x] = w;
}

// telt de producten van één fase op
__device__ void telOp(float totaal, Tegel a, Tegel b)
{
    for (int k = 0; k < TILE_WIDTH; ++k)
        totaal += a[threadIdx.y][k] * b[k][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tegel tegelA;
    __shared__ Tegel tegelB;

    int rij = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int kolom = blockIdx.x * TILE_WIDTH + threadIdx.x;

    float totaal = 0.0f;
    int fasen = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int f = 0; f < fasen; ++f) {
        laad(tegelA, A, rij, f * TILE_WIDTH + threadIdx.x, M, K);
        laad(tegelB, B, f * TILE_WIDTH + threadIdx.y, kolom, K, N);
        __syncthreads();
        telOp(totaal, tegelA, tegelB);
        __syncthreads();
    }

    if (rij < M && kolom < N)
        C[rij * N + kolom] = totaal;
}
