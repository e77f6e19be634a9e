#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int zeile = blockIdx.y * TILE_WIDTH + ty;
    const int spalte = blockIdx.x * TILE_WIDTH + tx;

    int k0 = 0;         // Anfang der aktuellen Kachel
    float summe = 0.0f;

    auto holeA = [&]() -> float {
        const int k = k0 + tx;
        return (zeile < M && k < K) ? A[zeile * K + k] : 0.0f;
    };
    auto holeB = [=]() -> float {
        const int k = k0 + ty;
        return (k < K && spalte < N) ? B[k * N + spalte] : 0.0f;
    };

    while (k0 < K) {
        kachelA[ty][tx] = holeA();
        kachelB[ty][tx] = holeB();
        __syncthreads();

        #pragma unroll
        for (int i = 0; i < TILE_WIDTH; ++i)
            summe += kachelA[ty][i] * kachelB[i][tx];

        __syncthreads();
        k0 += TILE_WIDTH;
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
