#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define WIDE (2 * TILE_WIDTH)

// every step takes a slab of 2*TILE_WIDTH in k
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float slabA[TILE_WIDTH][WIDE];
    __shared__ float slabB[WIDE][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += WIDE) {
        for (int h = 0; h < WIDE; h += TILE_WIDTH) {
            int ka = k0 + h + tx;
            int kb = k0 + h + ty;
            slabA[ty][h + tx] = row < M && ka < K ? A[row * K + ka] : 0.0f;
            slabB[h + ty][tx] = kb < K && col < N ? B[kb * N + col] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < WIDE; ++k)
            sum += slabA[ty][k] * slabB[k][tx];
        __syncthreads();
    }

    if (!(row >= M && col >= N))
        C[row * N + col] = sum;
}
