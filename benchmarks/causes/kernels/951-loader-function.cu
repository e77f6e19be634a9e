#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

float readOrZero(const float *mat, int y, int x, int height, int width)
{
    if (y < height && x < width)
        return mat[y * width + x];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float cacheA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float cacheB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x, y = threadIdx.y;
    int outY = blockIdx.y * TILE_WIDTH + y;
    int outX = blockIdx.x * TILE_WIDTH + x;
    float sum = 0.0f;

    for (int tile = 0; tile * TILE_WIDTH < K; tile++)
    {
        cacheA[y][x] = readOrZero(A, outY, tile * TILE_WIDTH + x, M, K);
        cacheB[y][x] = readOrZero(B, tile * TILE_WIDTH + y, outX, K, N);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += cacheA[y][k] * cacheB[k][x];
        __syncthreads();
    }
    if (outY < M && outX < N)
        C[outY * N + outX] = sum;
}
