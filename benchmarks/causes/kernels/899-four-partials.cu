#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define NPART 4

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blkA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blkB[TILE_WIDTH][TILE_WIDTH];

    int i = threadIdx.y + blockIdx.y * blockDim.y;
    int j = threadIdx.x + blockIdx.x * blockDim.x;

    float part[NPART];
    for (int q = 0; q < NPART - 1; ++q)
        part[q] = 0.0f;

    int nblk = (int)ceilf(K / TILE_WIDTH);
    for (int blk = 0; blk < nblk; ++blk) {
        int kj = blk * TILE_WIDTH + threadIdx.x;
        int ki = blk * TILE_WIDTH + threadIdx.y;
        blkA[threadIdx.y][threadIdx.x] = (i < M && kj < K) ? A[i * K + kj] : 0.0f;
        blkB[threadIdx.y][threadIdx.x] = (ki < K && j < N) ? B[ki * N + j] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += NPART)
            for (int q = 0; q < NPART; ++q)
                part[q] += blkA[threadIdx.y][k + q] * blkB[k + q][threadIdx.x];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = (part[0] + part[1]) + (part[2] + part[3]);
}
