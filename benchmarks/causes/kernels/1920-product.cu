#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// double buffering: while one pair of tiles is used the next one is loaded
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    int cur = 0;
    bufA[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    bufB[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    float acc = 0.0f;
    for (int t = 0; t < tiles; t++) {
        int nxt = cur ^ 1;
        if (t + 1 < tiles) {
            int ka = (t + 1) * TILE_WIDTH + tx;
            int kb = (t + 1) * TILE_WIDTH + ty;
            bufA[nxt][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            bufB[cur][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        }

        for (int k = 0; k < TILE_WIDTH; k++)
            acc += bufA[cur][ty][k] * bufB[cur][k][tx];

        __syncthreads();
        cur = nxt;
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
