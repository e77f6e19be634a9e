#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float aTile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bTile[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float *a = &aTile[threadIdx.y][threadIdx.x];   // the element I fill
    float *b = &bTile[threadIdx.y][threadIdx.x];

    float mySum = 0.0f;
    int tiles = (K + (TILE_WIDTH - 1)) / TILE_WIDTH;
    for (int i = 0; i < tiles; ++i)
    {
        int kx = i * TILE_WIDTH + threadIdx.x;
        int ky = i * TILE_WIDTH + threadIdx.y;

        if (kx < K) *a = A[row * K + kx];
        else                   *a = 0.0f;
        if (ky < K && col < N) *b = B[ky * N + col];
        else                   *b = 0.0f;
        __syncthreads();

        for (int j = 0; j < TILE_WIDTH; ++j)
            mySum += aTile[threadIdx.y][j] * bTile[j][threadIdx.x];
        __syncthreads();
    }

    if (row >= M) return;
    if (col >= N) return;
    atomicAdd(&C[row * N + col], mySum);
}
