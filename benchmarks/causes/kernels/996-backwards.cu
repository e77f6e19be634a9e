#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float TileRow[TILE_WIDTH];

__device__ float use_tiles(const TileRow *a, const TileRow *b)
{
    float part = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        part += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();   // the tiles are free again
    return part;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ TileRow a[TILE_WIDTH];
    __shared__ TileRow b[TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    bool mine = row < M && col < N;
    float sum = 0.0f;

    // the ragged tile first, then the full ones
    int last = (K - 1) / TILE_WIDTH;
    for (int p = last; p > 0; --p) {
        int kx = p * TILE_WIDTH + threadIdx.x;
        int ky = p * TILE_WIDTH + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = (row < M && kx < K) ? A[row * K + kx] : 0.0f;
        b[threadIdx.y][threadIdx.x] = (ky < K && col < N) ? B[ky * N + col] : 0.0f;
        __syncthreads();
        if (mine)
            sum += use_tiles(a, b);
    }

    if (mine)
        C[row * N + col] = sum;
}
