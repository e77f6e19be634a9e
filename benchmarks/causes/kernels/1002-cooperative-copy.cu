#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static const int AREA = TILE_WIDTH * TILE_WIDTH;

// copies the tile with its corner at (top, left), 0 where the matrix ends
__device__ void copy_tile(float *dst, const float *src, int top, int left, int height, int width)
{
    const int threads = blockDim.x * blockDim.y;
    for (int i = threadIdx.x + threadIdx.y * blockDim.x; i < AREA; i += threads) {
        const int r = top + i / TILE_WIDTH;
        const int c = left + i % TILE_WIDTH;
        dst[i] = (r < height && c < width) ? src[r * width + c] : 0.0f;
    }
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile[2][AREA] = {{0.0f}, {0.0f}};

    const int top = blockIdx.y * TILE_WIDTH;
    const int left = blockIdx.x * TILE_WIDTH;
    float sum = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        copy_tile(tile[0], A, top, k, M, K);
        copy_tile(tile[1], B, k, left, K, N);
        __syncthreads();
        const float *a = tile[0] + threadIdx.y * TILE_WIDTH;
        const float *b = tile[1] + threadIdx.x;
        for (int i = 0; i < TILE_WIDTH; ++i, ++a, b += TILE_WIDTH)
            sum += *a * *b;
        __syncthreads();
    }

    const int row = top + threadIdx.y;
    const int col = left + threadIdx.x;
    if (row < M && col < N)
        C[row * N + col] = sum;
}
