#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // one piece of shared memory for both tiles
    __shared__ float pool[2 * TILE_WIDTH * TILE_WIDTH];
    float *As = pool;
    float *Bs = pool + TILE_WIDTH;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int me = ty * TILE_WIDTH + tx;

    float sum = 0.0f;
    int p = 0;
    do {
        int ka = p + tx;
        int kb = p + ty;
        As[me] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[me] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty * TILE_WIDTH + k] * Bs[k * TILE_WIDTH + tx];
        __syncthreads();

        p += TILE_WIDTH;
    } while (p < K);

    if (row < M)
        C[row * N + col] = sum;
}
