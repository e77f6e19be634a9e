#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Part 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < N && row < M) {
        float *cell = C + row * N + col;
        const float *a = A + row * K;
        const float *b = B + col;
        const float *end = a + K;
        while (a != end) {
            *cell += *a * *b;
            a++;
            b += N;
        }
    }
}

// Part 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH], tileB[TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + x;
    int row = blockIdx.y * TILE_WIDTH + y;
    float result = 0;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        tileA[y][x] = 0;
        tileB[y][x] = 0;
        if (row < M && k0 + x < K)
            tileA[y][x] = A[row * K + k0 + x];
        if (k0 + y < K && col < N)
            tileB[y][x] = B[(k0 + y) * N + col];
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++)
            result += tileA[y][i] * tileB[i][x];
        __syncthreads();
    }

    if (col < N && row < M)
        C[row * N + col] = result;
}
