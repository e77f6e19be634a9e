#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float Tile[TILE_WIDTH][TILE_WIDTH];

// Load the tiles of one phase.
__device__ void load_tiles(Tile &ta, Tile &tb, const float *A, const float *B,
                           int row, int col, int phase, int M, int K, int N)
{
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int ka = phase * TILE_WIDTH + tx;
    int kb = phase * TILE_WIDTH + ty;
    ta[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
    tb[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
}

// Two buffers: while one is used, the next phase goes into the other.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile bufA[2];
    __shared__ Tile bufB[2];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    load_tiles(bufA[0], bufB[0], A, B, row, col, 0, M, K, N);

    for (int p = 0; p < phases; ++p) {
        int now = p % 2;
        int next = 1 - now;

        if (p + 1 < phases)
            load_tiles(bufA[next], bufB[next], A, B, row, col, p, M, K, N);

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += bufA[now][threadIdx.y][k] * bufB[now][k][threadIdx.x];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
