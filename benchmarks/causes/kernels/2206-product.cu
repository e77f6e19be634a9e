#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
typedef float Tile[TILE_WIDTH][TILE_WIDTH];

__device__ void accumulate(const Tile &left, const Tile &right, int y, int x, float acc)
{
    for (int k = 0; k < TILE_WIDTH; ++k)
        acc += left[y][k] * right[k][x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile a_tile;
    __shared__ Tile b_tile;

    int x = threadIdx.x, y = threadIdx.y;
    int row = y + TILE_WIDTH * blockIdx.y;
    int col = x + TILE_WIDTH * blockIdx.x;
    bool rowOk = row < M;
    bool colOk = col < N;

    float result = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        a_tile[y][x] = rowOk && base + x < K ? A[row * K + base + x] : 0.0f;
        b_tile[y][x] = colOk && base + y < K ? B[(base + y) * N + col] : 0.0f;
        __syncthreads();
        accumulate(a_tile, b_tile, y, x, result);
        __syncthreads();
    }

    if (rowOk && colOk) C[row * N + col] = result;
}
