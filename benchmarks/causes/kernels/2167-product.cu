#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;

    int bx = blockIdx.x;
    int by = blockIdx.y;

    int row = by * TILE_WIDTH + ty;
    int col = bx * TILE_WIDTH + tx;

    float Cvalue = 0.0f;

    for (int q = 0; q < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++q) {

        // load A
        if (row < M && q * TILE_WIDTH + tx < K)
            shA[ty][tx] = A[row * K + q * TILE_WIDTH + tx];
        else
            shA[ty][tx] = 0.0f;

        // load B
        if (col < N && q * TILE_WIDTH + ty < K)
            shB[ty][tx] = B[(q * TILE_WIDTH + ty) * N + tx];
        else
            shB[ty][tx] = 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            Cvalue += shA[ty][k] * shB[k][tx];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = Cvalue;
}
