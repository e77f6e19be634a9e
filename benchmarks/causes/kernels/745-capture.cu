#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH + 1];

    const int u = threadIdx.x, v = threadIdx.y;
    const int row = v + TILE_WIDTH * blockIdx.y;
    const int col = u + TILE_WIDTH * blockIdx.x;
    int k0 = 0;

    auto nextA = [&]() -> float {
        int kk = k0 + u;
        return row < M && kk < K ? A[row * K + kk] : 0.0f;
    };
    auto nextB = [=]() -> float {
        int kk = k0 + v;
        return kk < K && col < N ? B[kk * N + col] : 0.0f;
    };

    float out = 0.0f;
    for (; k0 < K; k0 += TILE_WIDTH) {
        sA[v][u] = nextA();
        sB[v][u] = nextB();
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            out = fmaf(sA[v][k], sB[k][u], out);
        __syncthreads();
    }

    if (row < M && col < N) C[row * N + col] = out;
}
