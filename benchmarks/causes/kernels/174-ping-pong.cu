#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


// double buffering: while one pair of tiles is multiplied the next one is loaded

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int count = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float acc = 0.0f;

    // first pair
    sA[0][ty][tx] = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    sB[0][ty][tx] = (ty < K && col < N) ? B[ty * N + col] : 0.0f;
    __syncthreads();

    for (int p = 0; p < count; ++p) {
        int cur = p & 1;
        int nxt = cur ^ 1;

        if (p + 1 < count) {
            int ka = (p + 1) * TILE_WIDTH + tx;
            int kb = (p + 1) * TILE_WIDTH + ty;
            sA[nxt][ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
            sB[cur][ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        }

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += sA[cur][ty][k] * sB[cur][k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
