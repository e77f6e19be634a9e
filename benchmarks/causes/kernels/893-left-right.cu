#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int myRow = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int myCol = blockIdx.x * TILE_WIDTH + threadIdx.x;
    const bool rowExists = myRow < M;
    const bool colExists = myCol < N;

    __shared__ float leftTile[TILE_WIDTH][TILE_WIDTH];
    float rightTile[TILE_WIDTH][TILE_WIDTH];

    float runningSum = 0.0f;
    int remaining = K;

    for (int offset = 0; remaining > 0; offset += TILE_WIDTH, remaining -= TILE_WIDTH) {
        float left = 0.0f;
        float right = 0.0f;

        if (rowExists && threadIdx.x < remaining)
            left = A[myRow * K + offset + threadIdx.x];
        if (colExists && threadIdx.y < remaining)
            right = B[(offset + threadIdx.y) * N + myCol];

        leftTile[threadIdx.y][threadIdx.x] = left;
        rightTile[threadIdx.y][threadIdx.x] = right;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            runningSum += leftTile[threadIdx.y][i] * rightTile[i][threadIdx.x];

        __syncthreads();
    }

    if (!rowExists || !colExists)
        return;
    C[myRow * N + myCol] = runningSum;
}
