#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + y;
    const int j = blockIdx.x * TILE_WIDTH + x;
    const int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    int cur = 0, nxt = 1;
    float dot = 0.0f;

    bufA[cur][y][x] = (i < M && x < K) ? A[i * K + x] : 0.0f;
    bufB[cur][y][x] = (y < K && j < N) ? B[y * N + j] : 0.0f;
    __syncthreads();

    for (int s = 0; s < steps; ++s) {
        if (s + 1 < steps) {
            const int ka = (s + 1) * TILE_WIDTH + x;
            const int kb = (s + 1) * TILE_WIDTH + y;
            bufA[nxt][y][x] = (i < M && ka < K) ? A[i * K + ka] : 0.0f;
            bufB[nxt][y][x] = (kb < K && j < N) ? B[kb * N + j] : 0.0f;
        }
        for (int k = 0; k < TILE_WIDTH; ++k)
            dot += bufA[cur][y][k] * bufB[cur][k][x];
        __syncthreads();
        cur = nxt;
        nxt = cur;
    }

    if (i < M && j < N)
        C[i * N + j] = dot;
}
