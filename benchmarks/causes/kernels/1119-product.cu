#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// kunin ang isang elemento, o 0 kung nasa labas ng matris
float kunin(const float *matris, int hanay, int kolum, int taas, int lapad)
{
    if (hanay >= taas) return 0.0f;
    if (kolum >= lapad) return 0.0f;
    return matris[hanay * lapad + kolum];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pirasoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float pirasoB[TILE_WIDTH][TILE_WIDTH];

    int hanay = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int kolum = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float kabuuan = 0.0f;

    int simula = 0;
    do {
        pirasoA[threadIdx.y][threadIdx.x] = kunin(A, hanay, simula + threadIdx.x, M, K);
        pirasoB[threadIdx.y][threadIdx.x] = kunin(B, simula + threadIdx.y, kolum, K, N);
        __syncthreads();

        int i = 0;
        while (i < TILE_WIDTH) {
            kabuuan += pirasoA[threadIdx.y][i] * pirasoB[i][threadIdx.x];
            i++;
        }
        __syncthreads();

        simula += TILE_WIDTH;
    } while (simula < K);

    if (hanay < M && kolum < N)
        C[hanay * N + kolum] = kabuuan;
}
