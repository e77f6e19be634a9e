#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float MatA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float MatB[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;

    int row = by * TILE_WIDTH + ty;
    int col = bx * TILE_WIDTH + tx;

    float sum;
    int phase = 0;
    int lastPhase = (K - 1) / TILE_WIDTH;

    while (phase <= lastPhase) {
        sum = 0.0f;
        int aCol = phase * TILE_WIDTH + tx;
        int bRow = phase * TILE_WIDTH + ty;

        MatA[ty][tx] = (row < M && aCol < K) ? A[row * K + aCol] : 0.0f;
        MatB[ty][tx] = (bRow < K && col < N) ? B[bRow * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += MatA[ty][k] * MatB[k][tx];
        __syncthreads();

        phase++;
    }

    if (row < M && col <= N)
        C[row * N + col] = sum;
}
