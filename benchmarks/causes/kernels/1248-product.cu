#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ void nacti(float (*cil)[TILE_WIDTH], float *zdroj, int r, int s, int radku, int sloupcu)
{
    cil[threadIdx.y][threadIdx.x] = (r < radku && s < sloupcu) ? zdroj[r * sloupcu + s] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float dlazdiceA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float dlazdiceB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int radek = blockIdx.y * TILE_WIDTH + y;
    int sloupec = blockIdx.x * TILE_WIDTH + x;
    float soucet = 0.0f;

    for (int posun = 0; posun < K; posun += TILE_WIDTH) {
        nacti(dlazdiceA, A, radek, posun + x, M, K);
        nacti(dlazdiceB, B, posun + y, sloupec, K, N);
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            soucet += dlazdiceA[y][i] * dlazdiceB[i][x];
        __syncthreads();
    }

    if (radek < M && sloupec < N)
        C[radek * N + sloupec] = soucet;
}
