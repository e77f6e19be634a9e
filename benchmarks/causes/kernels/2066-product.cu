#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// two buffers: the next tile is loaded while the current one is used
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    int cur = 0;
    float sum = 0.0f;

    As[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    Bs[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    for (int p = 0; p < phases; ++p) {
        int nxt = 1 - cur;
        if (p + 1 < phases) {
            int ac = (p + 1) * TILE_WIDTH + tx;
            int br = (p + 1) * TILE_WIDTH + ty;
            As[nxt][ty][tx] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
            Bs[nxt][ty][tx] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        }

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[cur][ty][k] * Bs[nxt][k][tx];

        __syncthreads();
        cur = nxt;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
