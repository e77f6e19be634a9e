#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Jeder Thread rechnet genau ein Element von C aus.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH][TILE_WIDTH];

    int zeile = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int spalte = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float summe = 0.0f;
    if (zeile >= M || spalte >= N)
        return;

    for (int start = 0; start < K; start += TILE_WIDTH)
    {
        // Kacheln laden, ausserhalb mit 0 auffuellen
        kachelA[threadIdx.y][threadIdx.x] = 0.0f;
        kachelB[threadIdx.y][threadIdx.x] = 0.0f;
        if (zeile < M && start + threadIdx.x < K)
            kachelA[threadIdx.y][threadIdx.x] = A[zeile * K + start + threadIdx.x];
        if (spalte < N && start + threadIdx.y < K)
            kachelB[threadIdx.y][threadIdx.x] = B[(start + threadIdx.y) * N + spalte];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
        {
            summe += kachelA[threadIdx.y][k] * kachelB[k][threadIdx.x];
        }
        __syncthreads();
    }

    // Ergebnis schreiben
    C[zeile * N + spalte] = summe;
}
