#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
// The row of A stays in the registers of the warp (a row of the block is TILE_WIDTH lanes),
// only the tile of B goes to shared memory.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    const int lane = threadIdx.x;
    const int line = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + line;
    const int col = blockIdx.x * TILE_WIDTH + lane;
    const int steps = (K - 1) / TILE_WIDTH + 1;

    float sum = 0.0f;
    for (int s = 0; s < steps; s++) {
        const int ka = s * TILE_WIDTH + lane;
        const int kb = s * TILE_WIDTH + line;

        float mine = 0.0f;
        if (row < M && ka < K)
            mine = A[row * K + ka];

        float other = 0.0f;
        if (kb < K && col < N)
            other = B[kb * N + col];
        tileB[line][lane] = other;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            float a = __shfl_sync(0xffffffffu, mine, k);
            sum += a * tileB[k][lane];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
