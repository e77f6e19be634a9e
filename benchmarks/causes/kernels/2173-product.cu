#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ldsA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ldsB[TILE_WIDTH][TILE_WIDTH];

    // global position
    int gCol = blockIdx.x * gridDim.x + threadIdx.x;
    int gRow = blockIdx.y * blockDim.y + threadIdx.y;
    // position in the tile
    int lCol = threadIdx.x;
    int lRow = threadIdx.y;

    float accu = 0.0f;

    for (int step = 0; step < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++step)
    {
        int start = step * TILE_WIDTH;

        if (gRow < M && start + lCol < K)
            ldsA[lRow][lCol] = A[gRow * K + start + lCol];
        else
            ldsA[lRow][lCol] = 0.0f;

        if (start + lRow < K && gCol < N)
            ldsB[lRow][lCol] = B[(start + lRow) * N + gCol];
        else
            ldsB[lRow][lCol] = 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH - 1; ++k)
            accu += ldsA[lRow][k] * ldsB[k][lCol];

        __syncthreads();
    }

    if (gRow < M && gCol < N)
        C[gRow * N + gCol] = accu;
}
