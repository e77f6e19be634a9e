#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float guarded(const float *m, int r, int c, int nr, int nc)
{
    return (r < nr && c < nc) ? m[r * nc + c] : 0.0f;
}

__device__ void accumulate(const float *rowOfA, const float *colOfB, float total)
{
    for (int q = 0; q < TILE_WIDTH; ++q) {
        total += (*rowOfA) * (*colOfB);
        rowOfA += 1;
        colOfB += TILE_WIDTH;
    }
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float smA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float smB[TILE_WIDTH * TILE_WIDTH];

    int me = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int outRow = blockIdx.y * blockDim.y + threadIdx.y;
    int outCol = blockIdx.x * blockDim.x + threadIdx.x;

    float total = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        smA[me] = guarded(A, outRow, k0 + threadIdx.x, M, K);
        smB[me] = guarded(B, k0 + threadIdx.y, outCol, K, N);
        __syncthreads();
        accumulate(smA + threadIdx.y * TILE_WIDTH, smB + threadIdx.x, total);
        __syncthreads();
    }
    if (outRow < M && outCol < N)
        C[outRow * N + outCol] = total;
}
