#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float as[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int zeile = blockIdx.y * TILE_WIDTH + ty;
    const int spalte = blockIdx.x * TILE_WIDTH + tx;

    // ausserhalb der Matrix gilt 0
    auto ausA = [=](int k) { return zeile < M && k < K ? A[zeile * K + k] : 0.0f; };
    auto ausB = [](int k) { return k < K && spalte < N ? B[k * N + spalte] : 0.0f; };

    float summe = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        as[ty][tx] = ausA(k0 + tx);
        bs[ty][tx] = ausB(k0 + ty);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            summe += as[ty][k] * bs[k][tx];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
