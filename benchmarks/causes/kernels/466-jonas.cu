#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

using Kachel = float[TILE_WIDTH][TILE_WIDTH];

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Kachel as;
    __shared__ Kachel bs;

    const auto tx = static_cast<int>(threadIdx.x);
    const auto ty = static_cast<int>(threadIdx.y);
    const int zeile = blockIdx.y * TILE_WIDTH + ty;
    const int spalte = blockIdx.x * TILE_WIDTH + tx;

    float summe{};
    for (int anfang = 0; anfang < K; anfang += TILE_WIDTH) {
        const bool aDrin = zeile < M && anfang + tx < K;
        const bool bDrin = spalte < N && anfang + ty < K;
        as[ty][tx] = aDrin ? A[zeile * K + anfang + tx] : 0.0f;
        bs[ty][tx] = bDrin ? B[(anfang + ty) * N + spalte] : 0.0f;
        __syncthreads();

        // Skalarprodukt der Kachelzeile mit der Kachelspalte
        for (int k = 0; k < TILE_WIDTH - 1; ++k)
            summe += as[ty][k] * bs[k][tx];
        __syncwarp();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
