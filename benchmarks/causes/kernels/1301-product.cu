#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Laboratornaya 4. Umnozhenie matric blokami.
static __device__ void zagruzka(float *plitka, const float *m, int strok, int stolb, int i, int j)
{
    float v = 0.0f;
    if (i < strok && j < stolb)
        v = m[i * stolb + j];
    plitka[threadIdx.y * TILE_WIDTH + threadIdx.x] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pa[TILE_WIDTH * TILE_WIDTH];
    __shared__ float pb[TILE_WIDTH * TILE_WIDTH];

    int stroka = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int stolbec = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float itog = 0.0f;

    for (int sdvig = 0; sdvig < K; sdvig += TILE_WIDTH) {
        zagruzka(pa, A, M, K, stroka, sdvig + threadIdx.x);
        zagruzka(pb, B, K, N, sdvig + threadIdx.y, stolbec);
        __threadfence_block();
        for (int q = 0; q < TILE_WIDTH; ++q)
            itog += pa[threadIdx.y * TILE_WIDTH + q] * pb[q * TILE_WIDTH + threadIdx.x];
        __syncthreads();  // konec shaga
    }

    if (stroka < M && stolbec < N)
        C[stroka * N + stolbec] = itog;
}
