// Nasobeni matic: dlazdice B ve sdilene pameti, radek A koluje pres shuffle
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define CELY_WARP 0xffffffffu

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float dlazdice[TILE_WIDTH][TILE_WIDTH];

    int sx = threadIdx.x, sy = threadIdx.y;
    int radek = blockIdx.y * TILE_WIDTH + sy;
    int sloupec = blockIdx.x * TILE_WIDTH + sx;
    bool radekOk = radek < M;
    bool sloupecOk = sloupec < N;

    float soucet = 0.0f;

    for (int posun = 0; posun < K; posun += TILE_WIDTH)
    {
        // kazde vlakno drzi jeden prvek sveho radku A v registru
        float mojeA = 0.0f;
        if (radekOk && posun + sx < K)
            mojeA = A[radek * K + posun + sx];

        float mojeB = 0.0f;
        if (sloupecOk && posun + sy < K)
            mojeB = B[(posun + sy) * N + sloupec];
        dlazdice[sy][sx] = mojeB;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
        {
            float a = __shfl_sync(CELY_WARP, mojeA, k);
            soucet += a * dlazdice[k][sx];
        }
        __syncthreads();
    }

    if (radekOk && sloupecOk)
        C[radek * N + sloupec] = soucet;
}
