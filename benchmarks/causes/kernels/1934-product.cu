#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TILE_SIZE (TILE_WIDTH * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pool[2 * TILE_SIZE];
    float (*As)[TILE_WIDTH] = (float (*)[TILE_WIDTH]) pool;
    float (*Bs)[TILE_WIDTH] = (float (*)[TILE_WIDTH]) (pool + TILE_WIDTH);

    int row0 = blockIdx.y * TILE_WIDTH;
    int col0 = blockIdx.x * TILE_WIDTH;
    int y = threadIdx.y;
    int x = threadIdx.x;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        bool in_a = row0 + y < M && k0 + x < K;
        bool in_b = k0 + y < K && col0 + x < N;
        As[y][x] = in_a ? A[(row0 + y) * K + k0 + x] : 0.0f;
        Bs[y][x] = in_b ? B[(k0 + y) * N + col0 + x] : 0.0f;
        __syncthreads();

        #pragma unroll 8
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[y][k] * Bs[k][x];
        __syncthreads();
    }

    if (row0 + y < M && col0 + x < N) {
        float *out = C + (row0 + y) * K;
        out[col0 + x] = sum;
    }
}
