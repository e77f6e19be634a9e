#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int rivi = blockIdx.y * TILE_WIDTH + ty;
    const int sarake = blockIdx.x * TILE_WIDTH + tx;

    auto lueA = [=](int k) { return rivi < M && k < K ? A[rivi * K + k] : 0.0f; };
    auto lueB = [=](int k) { return sarake < N && k < K ? B[k * N + sarake] : 0.0f; };

    if (rivi >= M || sarake >= N) return;
    float summa = 0.0f;

    for (int alku = 0; alku < K; alku += TILE_WIDTH) {
        As[ty][tx] = lueA(alku + tx);
        Bs[ty][tx] = lueB(alku + ty);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            summa =+ As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (rivi < M && sarake < N)
        C[rivi * N + sarake] = summa;
}
