#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // two buffers: one is read while the other is filled, so one barrier per phase is enough
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    int cur = 0;
    float sum = 0.0f;

    bufA[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    bufB[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    for (int p = 1; p <= phases; ++p) {
        int nxt = 1 - cur;
        if (p < phases) {
            int ka = p * TILE_WIDTH + tx;
            int kb = p * TILE_WIDTH + ty;
            bufA[nxt][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            bufB[cur][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        }

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += bufA[cur][ty][k] * bufB[cur][k][tx];

        __syncthreads();
        cur = nxt;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
