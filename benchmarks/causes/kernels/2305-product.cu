#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Double buffering: while one pair of tiles is used the other pair is filled.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    auto load = [&](int buf, int p) {
        const int ac = p * TILE_WIDTH + tx;
        const int br = p * TILE_WIDTH + ty;
        As[buf][ty][tx] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
        Bs[buf][ty][tx] = (br < K && col < N) ? B[br * N + col] : 0.0f;
    };

    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;
    int cur = 0;

    load(cur, 0);
    __syncthreads();

    for (int p = 0; p < phases; ++p) {
        if (p + 1 < phases)
            load(cur, p + 1);

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];

        __syncthreads();
        cur ^= 1;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
