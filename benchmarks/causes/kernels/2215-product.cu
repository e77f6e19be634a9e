#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // two copies of each tile: while one is used the next one is filled
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;
    int cur = 0;

    As[cur][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[cur][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    for (int p = 1; p <= phases; ++p) {
        int nxt = 1 - cur;
        if (p < phases) {
            int ac = p * TILE_WIDTH + tx;
            int br = p * TILE_WIDTH + ty;
            As[nxt][ty][tx] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
            Bs[nxt][ty][tx] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        }
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[cur][k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
