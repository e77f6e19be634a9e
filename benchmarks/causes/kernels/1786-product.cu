#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__device__ void loadTile(float dst[TILE_WIDTH][TILE_WIDTH], float *src,
                         int r, int c, int rows, int cols)
{
    if (r < rows && c < cols)
        dst[threadIdx.y][threadIdx.x] = src[r * cols + c];
    else
        dst[threadIdx.y][threadIdx.x] = 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float X[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Y[TILE_WIDTH][TILE_WIDTH];
    int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float out = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        loadTile(X, A, r, k + threadIdx.x, M, K);
        loadTile(Y, B, k + threadIdx.y, c, K, N);
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            out += X[threadIdx.y][i] * Y[i][threadIdx.x];
        __syncthreads();
    }
    if (r < M && c < N)
        C[r * N + c] = out;
}
