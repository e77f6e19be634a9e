#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Only the valid part of the last tile is multiplied, so nothing has to be padded with zeros in k.

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH + 1];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int myRow = blockIdx.y * TILE_WIDTH + ty;
    const int myCol = blockIdx.x * TILE_WIDTH + tx;
    const int numTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float acc = 0.0f;
    for (int tile = 0; tile < numTiles; ++tile) {
        const int first = tile * TILE_WIDTH;
        const int len = (tile == numTiles - 1) ? K % TILE_WIDTH : TILE_WIDTH;

        shA[ty][tx] = 0.0f;
        shB[ty][tx] = 0.0f;
        if (tx < len && myRow < M)
            shA[ty][tx] = A[myRow * K + first + tx];
        if (ty < len && myCol < N)
            shB[ty][tx] = B[(first + ty) * N + myCol];
        __syncthreads();

        for (int k = 0; k < len; ++k)
            acc += shA[ty][k] * shB[k][tx];
        __syncthreads();
    }

    if (myRow < M && myCol < N)
        C[myRow * N + myCol] = acc;
}
