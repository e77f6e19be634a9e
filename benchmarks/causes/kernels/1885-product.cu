#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tile { float v[TILE_WIDTH][TILE_WIDTH]; };

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a, b;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int t = 0; t < tiles; ++t) {
        int ca = t * TILE_WIDTH + tx;
        int rb = t * TILE_WIDTH + ty;

        a.v[ty][tx] = (row < M && ca < K) ? A[row * K + ca] : 0.0f;
        b.v[ty][tx] = (rb < K && col < N) ? B[rb * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += a.v[ty][k] * b.v[k][tx];

        __syncthreads();
    }

    if (row < M && col <= N)
        C[row * N + col] = sum;
}
