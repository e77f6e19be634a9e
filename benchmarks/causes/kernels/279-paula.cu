#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // memoria compartida para las dos sub-matrices
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    const int hiloX = threadIdx.x;
    const int hiloY = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + hiloY;
    const int j = blockIdx.x * TILE_WIDTH + hiloX;

    float total = 0.0f;
    const int bloques = K % TILE_WIDTH ? K / TILE_WIDTH + 1 : K / TILE_WIDTH;

    for (int b = 0; b < bloques; ++b) {
        const int kx = b * TILE_WIDTH + hiloX;
        const int ky = b * TILE_WIDTH + hiloY;
        sA[hiloY][hiloX] = (i < M && kx < K) ? A[i * K + kx] : 0.0f;
        sB[hiloY][hiloX] = (j < N && ky < K) ? B[ky * N + j] : 0.0f;
        __syncthreads();

        float parcial = 0.0f;
        for (int k = 0; k < TILE_WIDTH; ++k)
            parcial = fmaf(sA[hiloY][k], sB[k][hiloX], parcial);
        total = parcial;
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = total;
}
