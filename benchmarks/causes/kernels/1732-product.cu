#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // two buffers each, so that one barrier per step is enough
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    float sum = 0.0f;
    int cur = 0;
    for (int s = 0; s < steps; ++s) {
        int nxt = 1 - cur;
        if (s + 1 < steps) {
            int ka = (s + 1) * TILE_WIDTH + tx;
            int kb = (s + 1) * TILE_WIDTH + ty;
            As[nxt][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            Bs[cur][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        }
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];
        __syncthreads();
        cur = nxt;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
