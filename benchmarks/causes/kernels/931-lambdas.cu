#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    const int lx = threadIdx.x, ly = threadIdx.y;
    const int gx = blockIdx.x * TILE_WIDTH + lx;
    const int gy = blockIdx.y * TILE_WIDTH + ly;

    int k0 = 0;
    auto fromA = [&]() -> float {
        int c = k0 + lx;
        return (gy < M && c < K) ? A[gy * K + c] : 0.0f;
    };
    auto fromB = [=]() -> float {
        int r = k0 + ly;
        return (r < K && gx < N) ? B[r * N + gx] : 0.0f;
    };

    float dot = 0.0f;
    for (; k0 < K; k0 += TILE_WIDTH) {
        sa[ly][lx] = fromA();
        sb[ly][lx] = fromB();
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            dot += sa[ly][i] * sb[i][lx];
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = dot;
}
