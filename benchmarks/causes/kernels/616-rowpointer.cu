#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ inline float rowTimesColumn(const float *aLine, const float (*b)[TILE_WIDTH], int column)
{
    float s = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        s += aLine[k] * b[k][column];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH + 1];   // + 1 against bank conflicts

    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + y;
    int col = blockIdx.x * TILE_WIDTH + x;
    float sum = 0.0f;

    for (int begin = 0; begin < K; begin += TILE_WIDTH) {
        a[y][x] = 0.0f;
        b[y][x] = 0.0f;
        if (row < M && begin + x < K)
            a[y][x] = A[row * K + begin + x];
        if (col < N && begin + y < K)
            b[y][x] = B[(begin + y) * N + col];
        __syncthreads();

        sum += rowTimesColumn(a[y], b, x);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
