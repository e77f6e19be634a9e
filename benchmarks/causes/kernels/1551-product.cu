#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define DEPTH (2 * TILE_WIDTH)      // a phase covers two tile widths of K, each thread loads two elements of each

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][DEPTH];
    __shared__ float Bs[DEPTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum;
    int phases = (K + DEPTH - 1) / DEPTH;
    for (int p = 0; p < phases; ++p) {
        int ka = p * DEPTH + tx;
        int kb = p * DEPTH + ty;

        As[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        As[ty][tx + TILE_WIDTH] = (row < M && ka + TILE_WIDTH < K) ? A[row * K + ka + TILE_WIDTH] : 0.0f;
        Bs[ty][tx] = (col < N && kb < K) ? B[kb * N + col] : 0.0f;
        Bs[ty + TILE_WIDTH][tx] = (col < N && kb < K) ? B[(kb + TILE_WIDTH) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < DEPTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
