#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * PITCH];
    __shared__ float sb[TILE_WIDTH * PITCH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int zeile = blockIdx.y * TILE_WIDTH + y;
    int spalte = blockIdx.x * TILE_WIDTH + x;
    float summe = 0.0f;

    // from the last tile back to the first
    int start = (K - 1) / TILE_WIDTH * TILE_WIDTH;
    for (int k0 = start; k0 > 0; k0 -= TILE_WIDTH) {
        float va = 0.0f, vb = 0.0f;
        if (zeile < M && k0 + x < K) va = A[zeile * K + k0 + x];
        if (spalte < N && k0 + y < K) vb = B[(k0 + y) * N + spalte];
        sa[y * PITCH + x] = va;
        sb[y * PITCH + x] = vb;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            summe += sa[y * PITCH + k] * sb[k * TILE_WIDTH + x];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
