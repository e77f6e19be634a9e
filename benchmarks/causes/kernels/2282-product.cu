#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// double buffered: tile t+1 is fetched while tile t is used
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    auto load = [&](int t, int buf) {
        int ka = t * TILE_WIDTH + tx;
        int kb = t * TILE_WIDTH + ty;
        As[buf][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[buf][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
    };

    float sum = 0.0f;
    load(0, 0);
    __syncthreads();

    for (int t = 0; t < tiles; ++t) {
        int cur = t & 1;
        if (t + 1 < tiles)
            load(t + 1, cur);
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
