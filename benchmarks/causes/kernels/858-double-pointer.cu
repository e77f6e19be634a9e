#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ void loadTile(float **tile, const float *src, int r, int c, int nRows, int nCols)
{
    float v = 0.0f;
    if (r < nRows && c < nCols)
        v = src[(long long)r * nCols + c];
    tile[threadIdx.y][threadIdx.x] = v;
}

__device__ void storeResult(float *dst, float v, int r, int c, int nRows, int nCols)
{
    if (r < nRows && c < nCols)
        dst[(long long)r * nCols + c] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH];

    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        loadTile(At, A, i, k + threadIdx.x, M, K);
        loadTile(Bt, B, k + threadIdx.y, j, K, N);
        __syncthreads();
        for (int n = 0; n < TILE_WIDTH; ++n)
            sum += At[threadIdx.y][n] * Bt[n][threadIdx.x];
        __syncthreads();
    }

    storeResult(C, sum, i, j, M, N);
}
