#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float nds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x;
    int by = blockIdx.y;
    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // corner of the block's tiles in A, B and C
    const float *aTile = A + by * TILE_WIDTH * K;
    const float *bTile = B + bx * TILE_WIDTH;
    float *cTile = C + by * TILE_WIDTH * N + bx * TILE_WIDTH;

    int rowsLeft = M - by * TILE_WIDTH;
    int colsLeft = N - bx * TILE_WIDTH;
    float p = 0.0f;

    for (int kLeft = K; kLeft > 0; kLeft--) {
        mds[ty][tx] = (ty < rowsLeft && tx < kLeft) ? aTile[ty * K + tx] : 0.0f;
        nds[ty][tx] = (ty < kLeft && tx < colsLeft) ? bTile[ty * N + tx] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            p += mds[ty][k] * nds[k][tx];
        __syncthreads();
        aTile += TILE_WIDTH;
        bTile += TILE_WIDTH * N;
    }

    if (ty < rowsLeft && tx < colsLeft)
        cTile[ty * N + tx] = p;
}
