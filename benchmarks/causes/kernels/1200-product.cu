#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Double buffering: while tile p is multiplied, tile p + 1 is fetched into the other buffer,
// so one barrier per phase is enough.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    int tiles = (K - 1) / TILE_WIDTH + 1;

    // prologue: tile 0
    bufA[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    bufB[0][ty][tx] = (col < N && ty < K) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    float acc = 0.0f;
    int cur = 0;

    for (int p = 0; p < tiles; ++p) {
        int nxt = cur ^ 1;

        if (p + 1 < tiles) {
            int ka = (p + 1) * TILE_WIDTH + tx;
            int kb = p * TILE_WIDTH + ty;
            bufA[nxt][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            bufB[nxt][ty][tx] = (col < N && kb < K) ? B[kb * N + col] : 0.0f;
        }

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += bufA[cur][ty][k] * bufB[cur][k][tx];

        __syncthreads();
        cur = nxt;
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
