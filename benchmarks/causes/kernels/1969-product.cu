#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Double buffering: while one pair of tiles is multiplied, the next one is loaded.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    // first tiles
    bufA[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    bufB[0][ty][tx] = (col < N && ty < K) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    float sum = 0.0f;
    for (int s = 0; s < steps; ++s) {
        const int now = s & 1;

        if (s + 1 < steps) {
            const int nxt = (s + 1) & 1;
            const int k0 = (s + 1) * TILE_WIDTH;
            bufA[nxt][ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
            bufB[now][ty][tx] = (col < N && k0 + ty < K) ? B[(k0 + ty) * N + col] : 0.0f;
        }

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += bufA[now][ty][k] * bufB[now][k][tx];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
