#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blockA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blockB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int outRow = blockIdx.y * TILE_WIDTH + y;
    int outCol = blockIdx.x * TILE_WIDTH + x;

    float total = 0.0f;
    float partial = 0.0f;
    int step = 0;
    int steps = K / TILE_WIDTH + (K % TILE_WIDTH != 0);

    do {
        int inner = step * TILE_WIDTH;

        if (outRow >= M || inner + x >= K)
            blockA[y][x] = 0.0f;
        else
            blockA[y][x] = A[outRow * K + inner + x];

        if (outCol >= N || inner + y >= K)
            blockB[y][x] = 0.0f;
        else
            blockB[y][x] = B[(inner + y) * N + outCol];

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            partial += blockA[y][k] * blockB[k][x];
        total += partial;

        __syncthreads();
        step++;
    } while (step < steps);

    if (outRow < M && outCol < N)
        C[outRow * N + outCol] = total;
}
