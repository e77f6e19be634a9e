#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TILE_SIZE (TILE_WIDTH * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pool[2 * TILE_SIZE];
    float (*As)[TILE_WIDTH] = (float (*)[TILE_WIDTH]) pool;
    float (*Bs)[TILE_WIDTH] = (float (*)[TILE_WIDTH]) pool + TILE_SIZE;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int nTiles = K / TILE_WIDTH + (K % TILE_WIDTH != 0);
    float Pvalue = 0;

    for (int m = 0; m < nTiles; ++m) {
        int aCol = m * TILE_WIDTH + tx;
        int bRow = m * TILE_WIDTH + ty;
        As[ty][tx] = row < M && aCol < K ? A[row * K + aCol] : 0;
        Bs[ty][tx] = bRow < K && col < N ? B[bRow * N + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = Pvalue;
}
