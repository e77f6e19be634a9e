// Iloczyn macierzy - wersja z pamięcią wspólną
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int y = blockIdx.y * TILE_WIDTH + ty;
    int x = blockIdx.x * TILE_WIDTH + tx;

    float acc = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; p++) {
        int k0 = p << 4;

        sA[ty][tx] = (y < M && k0 + tx < K) ? A[y * K + (k0 + tx)] : 0.0f;
        sB[ty][tx] = (k0 + ty < K && x < N) ? B[(k0 + ty) * N + x] : 0.0f;

        // wszyscy muszą wczytać
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            acc += sA[ty][k] * sB[k][tx];

        // wszyscy muszą skończyć czytać
        __syncwarp();
    }

    if (y < M && x < N)
        C[y * N + x] = acc;
}
