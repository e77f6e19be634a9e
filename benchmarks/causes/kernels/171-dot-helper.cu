#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


// inner product of one row of the A tile with one column of the B tile
__device__ float dotTile(const float *rowOfA, const float *colOfB)
{
    float result = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        result += rowOfA[k] * colOfB[k * TILE_WIDTH];
    return result;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float cell = 0.0f;

    for (int start = 0; start < K; start += TILE_WIDTH)
    {
        tileA[ty][tx] = row < M && start + tx < K ? A[row * K + (start + tx)] : 0.0f;
        tileB[ty][tx] = start + ty < K && col < N ? B[(start + ty) * N + col] : 0.0f;
        __syncthreads();
        cell = dotTile(&tileA[ty][0], &tileB[0][tx]);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = cell;
}
