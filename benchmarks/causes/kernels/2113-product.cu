#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Two buffers: while one is being used, the next tiles are loaded into the other.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    auto load = [&](int p, int buf) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        As[buf][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[buf][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
    };

    float sum = 0.0f;
    int cur = 0;

    load(0, cur);
    __syncthreads();

    for (int p = 0; p < phases; ++p) {
        if (p + 1 < phases)
            load(p + 1, cur);

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];

        __syncthreads();
        cur ^= 1;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
