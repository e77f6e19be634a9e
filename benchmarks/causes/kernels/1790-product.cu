#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float cacheA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float cacheB[TILE_WIDTH][TILE_WIDTH + 1];

    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int idy = blockIdx.y * blockDim.y + threadIdx.y;
    int nTiles = (int)ceilf(K / TILE_WIDTH);
    float tmp = 0.0f;

    for (int tile = 0; tile < nTiles; tile++)
    {
        int ac = tile * TILE_WIDTH + threadIdx.x;
        int br = tile * TILE_WIDTH + threadIdx.y;

        cacheA[threadIdx.y][threadIdx.x] = (idy < M && ac < K) ? A[idy * K + ac] : 0.0f;
        cacheB[threadIdx.y][threadIdx.x] = (br < K && idx < N) ? B[br * N + idx] : 0.0f;

        __syncthreads();
        for (int j = 0; j < TILE_WIDTH; j++)
        {
            tmp += cacheA[threadIdx.y][j] * cacheB[j][threadIdx.x];
        }
        __syncthreads();
    }

    if (idy < M && idx < N)
    {
        C[idy * M + idx] = tmp;
    }
}
