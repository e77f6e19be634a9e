#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


// product of row y of tile a and column x of tile b
__device__ float partial(float *a, float *b, int y, int x)
{
    float p = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        p += a[y][k] * b[k][x];
    return p;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blockA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blockB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + y;
    int col = blockIdx.x * TILE_WIDTH + x;
    float sum = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        blockA[y][x] = (row < M && k + x < K) ? A[row * K + k + x] : 0.0f;
        blockB[y][x] = (k + y < K && col < N) ? B[(k + y) * N + col] : 0.0f;
        __syncthreads();
        sum += partial(blockA, blockB, y, x);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
