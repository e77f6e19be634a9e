#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tile {
    float v[TILE_WIDTH][TILE_WIDTH];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile ta;
    __shared__ Tile tb;

    int x = threadIdx.x;
    int y = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + y;
    int col = blockIdx.x * TILE_WIDTH + x;
    float cell = 0.0f;

    int p = 0;
    do {
        int kx = p + x;
        int ky = p + y;
        ta.v[y][x] = (row < M && kx < K) ? A[(size_t)row * K + kx] : 0.0f;
        tb.v[y][x] = (col < N && ky < K) ? B[(size_t)ky * N + col] : 0.0f;
        __syncthreads();

        int k = TILE_WIDTH;
        while (--k > 0)
            cell += ta.v[y][k] * tb.v[k][x];

        __syncthreads();
        p += TILE_WIDTH;
    } while (p < K);

    if (row < M && col < N)
        C[(size_t)row * N + col] = cell;
}
