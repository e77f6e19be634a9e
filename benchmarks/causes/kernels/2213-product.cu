#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    __shared__ int numPhases;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // the count is the same for everyone, one thread works it out
    if (tx == TILE_WIDTH - 1 && ty == TILE_WIDTH - 1) {
        numPhases = K / TILE_WIDTH;
        if (K % TILE_WIDTH != 0)
            numPhases++;
    }

    float cell = 0.0f;
    for (int p = 0; p < numPhases; ++p) {
        int k = p * TILE_WIDTH;
        As[ty][tx] = 0.0f;
        Bs[ty][tx] = 0.0f;
        if (row < M && k + tx < K)
            As[ty][tx] = A[row * K + k + tx];
        if (col < N && k + ty < K)
            Bs[ty][tx] = B[(k + ty) * N + col];
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            cell += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = cell;
}
