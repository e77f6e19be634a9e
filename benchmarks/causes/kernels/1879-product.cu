#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int kA = threadIdx.x;
    unsigned int kB = threadIdx.y;
    float sum = 0.0f;

    for (int phase = (K + TILE_WIDTH - 1) / TILE_WIDTH; phase > 0; --phase) {
        float a = 0.0f;
        float b = 0.0f;
        if (row < M && K - kA > 0)
            a = A[row * K + kA];
        if (col < N && K - kB > 0)
            b = B[kB * N + col];
        As[threadIdx.y][threadIdx.x] = a;
        Bs[threadIdx.y][threadIdx.x] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();

        kA += TILE_WIDTH;
        kB += TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
