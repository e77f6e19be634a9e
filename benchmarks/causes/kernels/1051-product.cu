// Multiplicacion de matrices por azulejos - Lucia F.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float azulejoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float azulejoB[TILE_WIDTH][TILE_WIDTH];

    const auto x = static_cast<int>(threadIdx.x);
    const auto y = static_cast<int>(threadIdx.y);
    const auto fila = static_cast<int>(blockIdx.y) * TILE_WIDTH + y;
    const auto columna = static_cast<int>(blockIdx.x) * TILE_WIDTH + x;

    const auto fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    auto suma = 0;

    for (auto fase = 0; fase < fases; ++fase)
    {
        const auto ka = fase * TILE_WIDTH + x;
        const auto kb = fase * TILE_WIDTH + y;

        azulejoA[y][x] = (fila < M && ka < K) ? A[fila * K + ka] : 0.0f;
        azulejoB[y][x] = (kb < K && columna < N) ? B[kb * N + columna] : 0.0f;
        __syncthreads();

        // producto parcial de esta fase
        for (auto k = 0; k < TILE_WIDTH; ++k)
            suma += azulejoA[y][k] * azulejoB[k][x];
        __syncthreads();
    }

    if (fila < M && columna < N)
        C[fila * N + columna] = suma;
}
