// Matrix product with tiles. Every thread makes one cell of C.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    const int numTiles = (int)ceilf(K / TILE_WIDTH);
    float value = 0.0f;

    for (int t = 0; t < numTiles; t++) {
        int aCol = t * TILE_WIDTH + tx;
        int bRow = t * TILE_WIDTH + ty;

        if (row < M && aCol < K)
            tileA[ty][tx] = A[row * K + aCol];
        else
            tileA[ty][tx] = 0.0f;

        if (bRow < K && col < N)
            tileB[ty][tx] = B[bRow * N + col];
        else
            tileB[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            value += tileA[ty][k] * tileB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = value;
}
