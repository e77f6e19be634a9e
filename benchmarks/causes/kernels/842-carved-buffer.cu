#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float rowTimesColumn(const float *rowStart, const float *colStart)
{
    float s = 0.0f;
    for (int n = 0; n < TILE_WIDTH; n++) {
        s += *rowStart * *colStart;
        rowStart++;
        colStart += TILE_WIDTH;
    }
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // a single block of shared memory, carved up by hand
    __shared__ float smem[2 * TILE_WIDTH * TILE_WIDTH];
    float *aTile = smem;
    float *bTile = smem + TILE_WIDTH;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int lane = ty * TILE_WIDTH + tx;
    int outRow = blockIdx.y * TILE_WIDTH + ty;
    int outCol = blockIdx.x * TILE_WIDTH + tx;
    bool mine = outRow < M && outCol < N;
    float dot = 0.0f;

    for (int step = 0; step * TILE_WIDTH < K; step++) {
        int ka = step * TILE_WIDTH + tx;
        int kb = step * TILE_WIDTH + ty;
        aTile[lane] = (outRow < M && ka < K) ? A[outRow * K + ka] : 0.0f;
        bTile[lane] = (outCol < N && kb < K) ? B[kb * N + outCol] : 0.0f;
        __syncthreads();
        dot += rowTimesColumn(aTile + ty * TILE_WIDTH, bTile + tx);
        __syncthreads();
    }

    if (mine) C[outRow * N + outCol] = dot;
}
