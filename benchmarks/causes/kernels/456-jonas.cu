#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Zwei Puffer: waehrend aus dem einen gerechnet wird, wird der andere gefuellt. So reicht eine Barriere je Phase.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int B_ = TILE_WIDTH;
    __shared__ float As[2][B_][B_];
    __shared__ float Bs[2][B_][B_];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int zeile = blockIdx.y * B_ + ty, spalte = blockIdx.x * B_ + tx;
    const int phasen = (K + B_ - 1) / B_;

    auto lade = [&](int phase, int puffer) {
        const int ka = phase * B_ + tx;
        const int kb = phase * B_ + ty;
        As[puffer][ty][tx] = zeile < M && ka < K ? A[zeile * K + ka] : 0.0f;
        Bs[puffer][ty][tx] = kb < K && spalte < N ? B[kb * N + spalte] : 0.0f;
    };

    float summe = 0.0f;
    lade(0, 0);
    __syncthreads();

    for (int p = 0; p < phasen; ++p) {
        const int jetzt = p % 2;
        if (p + 1 < phasen)
            lade(p + 1, jetzt);
        for (int k = 0; k < B_; ++k)
            summe += As[jetzt][ty][k] * Bs[jetzt][k][tx];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
