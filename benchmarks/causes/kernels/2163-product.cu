#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blkA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blkB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = ty + blockIdx.y * TILE_WIDTH;
    int col = tx + blockIdx.x * TILE_WIDTH;

    blkA[ty][tx] = 0.0f;
    blkB[ty][tx] = 0.0f;

    int numPhases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float result = 0.0f;

    for (int phase = 0; phase < numPhases; phase++) {
        int a_col = phase * TILE_WIDTH + tx;
        int b_row = phase * TILE_WIDTH + ty;

        if (a_col < K && row < M) { blkA[ty][tx] = A[row * K + a_col]; }
        if (b_row < K && col < N) { blkB[ty][tx] = B[b_row * N + col]; }

        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; e++) {
            result += blkA[ty][e] * blkB[e][tx];
        }

        __syncthreads();
    }

    if (row < M && col < N) { C[row * N + col] = result; }
}
