#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH * TILE_WIDTH];

    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int slot = threadIdx.y * TILE_WIDTH + threadIdx.x;

    int rounds = (int)ceilf(K / TILE_WIDTH);
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (int round = 0; round < rounds; ++round) {
        int kA = round * TILE_WIDTH + threadIdx.x;
        int kB = round * TILE_WIDTH + threadIdx.y;
        sA[slot] = (row < M && kA < K) ? A[row * K + kA] : 0;
        sB[slot] = (kB < K && col < N) ? B[kB * N + col] : 0;
        __syncthreads();

        const float *a = &sA[threadIdx.y * TILE_WIDTH];
        const float *b = &sB[threadIdx.x];
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += a[k]     * b[k * TILE_WIDTH];
            s1 += a[k + 1] * b[(k + 1) * TILE_WIDTH];
            s2 += a[k + 2] * b[(k + 2) * TILE_WIDTH];
            s3 += a[k + 3] * b[(k + 2) * TILE_WIDTH];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = (s0 + s1) + (s2 + s3);
}
