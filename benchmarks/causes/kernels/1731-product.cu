#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// A stays in registers: the TILE_WIDTH threads of one row of the block sit in one warp,
// so they hand their elements round with shuffles. Only B needs shared memory.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bTile[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;

        float aMine = 0.0f;
        if (row < M && ka < K)
            aMine = A[row * K + ka];
        bTile[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = __shfl_sync(0xffffffffu, aMine, k);
            sum += a * bTile[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
