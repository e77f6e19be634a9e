// double buffered: the next tiles are loaded while the current ones are used
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int steps = (K - 1) / TILE_WIDTH + 1;
    int cur = 0;
    float acc = 0.0f;

    bufA[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    bufB[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    for (int s = 0; s < steps; ++s) {
        int next = 1 - cur;
        if (s + 1 < steps) {
            int ka = (s + 1) * TILE_WIDTH + tx;
            int kb = (s + 1) * TILE_WIDTH + ty;
            bufA[next][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            bufB[next][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += bufA[cur][ty][k] * bufB[cur][k][tx];

        cur = next;
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
