#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Loads one tile of a rows x cols matrix whose upper left corner is (r0, c0).
__device__ void load_tile(float **tile, const float *src,
                          int r0, int c0, int rows, int cols)
{
    int r = r0 + threadIdx.y;
    int c = c0 + threadIdx.x;
    float v = 0.0f;
    if (r < rows && c < cols)
        v = src[r * cols + c];
    tile[threadIdx.y][threadIdx.x] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    int row0 = blockIdx.y * TILE_WIDTH;
    int col0 = blockIdx.x * TILE_WIDTH;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        load_tile(sa, A, row0, k0, M, K);
        load_tile(sb, B, k0, col0, K, N);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            acc += sa[threadIdx.y][k] * sb[k][threadIdx.x];
        __syncthreads();
    }

    int row = row0 + threadIdx.y, col = col0 + threadIdx.x;
    if (row < M && col < N)
        C[row * N + col] = acc;
}
