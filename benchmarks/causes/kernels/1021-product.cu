#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static __device__ int element(const float *matrix, int y, int x, int height, int width)
{
    if (y >= height) return 0;
    if (x >= width) return 0;
    return matrix[y * width + x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float cacheA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float cacheB[TILE_WIDTH][TILE_WIDTH];
    const dim3 t = threadIdx;
    const int y = blockIdx.y * TILE_WIDTH + t.y;
    const int x = blockIdx.x * TILE_WIDTH + t.x;
    float result = 0.0f;

    for (int phase = 0; phase < (K + TILE_WIDTH - 1) / TILE_WIDTH; phase++)
    {
        const int shift = phase * TILE_WIDTH;
        cacheA[t.y][t.x] = element(A, y, shift + t.x, M, K);
        cacheB[t.y][t.x] = element(B, shift + t.y, x, K, N);
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            result += cacheA[t.y][i] * cacheB[i][t.x];
        __syncthreads();
    }

    if (y >= M || x >= N)
        return;
    C[y * N + x] = result;
}
