#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    constexpr int T = TILE_WIDTH;
    __shared__ float blockA[T][T];
    __shared__ float blockB[T][T + 1];

    const int zeile = blockIdx.y * T + threadIdx.y;
    const int spalte = blockIdx.x * T + threadIdx.x;
    int k0 = 0;

    auto wertA = [=]() -> float {
        int k = k0 + (int)threadIdx.x;
        return (zeile < M && k < K) ? A[zeile * K + k] : 0.0f;
    };
    auto wertB = [&]() -> float {
        int k = k0 + (int)threadIdx.y;
        return (k < K && spalte < N) ? B[k * N + spalte] : 0.0f;
    };

    float summe = 0.0f;
    while (k0 < K) {
        blockA[threadIdx.y][threadIdx.x] = wertA();
        blockB[threadIdx.y][threadIdx.x] = wertB();
        __syncthreads();

#pragma unroll
        for (int i = 0; i < T; ++i)
            summe = fmaf(blockA[threadIdx.y][i], blockB[i][threadIdx.x], summe);
        __syncthreads();

        k0 += T;
    }

    if (zeile < M && spalte < N) C[zeile * N + spalte] = summe;
}
