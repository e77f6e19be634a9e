#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH + 1];

    int row = TILE_WIDTH * blockIdx.y + threadIdx.y;
    int col = TILE_WIDTH * blockIdx.x + threadIdx.x;
    bool rowOk = row < M, colOk = col < N;

    float *aRow = A + row * K;
    float *cRow = C + row * N;

    float *dstA = &tileA[threadIdx.y][threadIdx.x];
    float *dstB = &tileB[threadIdx.y][threadIdx.x];
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        int ka = k0 + threadIdx.x;
        int kb = k0 + threadIdx.y;

        *dstA = 0.0f;
        if (rowOk && ka < K)
            *dstA = aRow[ka];
        *dstB = 0.0f;
        if (colOk && kb < K)
            *dstB = B[kb * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        __syncthreads();
    }

    if (rowOk && colOk)
        cRow[col] = sum;
}
