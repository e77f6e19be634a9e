#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
// Double buffering: while one pair of tiles is used, the next pair is loaded. One barrier per step.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    // step 0
    bufA[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    bufB[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    float sum = 0.0f;
    for (int p = 0; p < steps; ++p) {
        int cur = p & 1;
        int nxt = cur ^ 1;

        if (p + 1 < steps) {
            int ka = (p + 1) * TILE_WIDTH + tx;
            int kb = (p + 1) * TILE_WIDTH + ty;
            bufA[nxt][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            bufB[cur][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        }

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += bufA[cur][ty][k] * bufB[cur][k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
