#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int ka = threadIdx.x;
    int kb = threadIdx.y;
    float acc = 0.0f;

    do {
        As[threadIdx.y][threadIdx.x] = 0.0f;
        Bs[threadIdx.y][threadIdx.x] = 0.0f;
        if (row < M && ka < K)
            As[threadIdx.y][threadIdx.x] = A[row][ka];
        if (kb < K && col < N)
            Bs[threadIdx.y][threadIdx.x] = B[kb * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();

        ka += TILE_WIDTH;
        kb += TILE_WIDTH;
    } while (ka - (int)threadIdx.x < K);

    if (row < M && col < N)
        C[row * N + col] = acc;
}
