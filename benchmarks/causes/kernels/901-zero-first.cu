#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float *myA = &As[threadIdx.y][threadIdx.x];
    float *myB = &Bs[threadIdx.y][threadIdx.x];

    float total = 0.0f;
    *myA = *myB = 0.0f;
    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int ka = p * TILE_WIDTH + threadIdx.x;
        int kb = p * TILE_WIDTH + threadIdx.y;
        if (row < M && ka < K)
            *myA = A[row * K + ka];
        if (col < N && kb < K)
            *myB = B[kb * N + col];
        __syncthreads();

        float total = 0.0f;
        for (int k = 0; k < TILE_WIDTH; ++k)
            total += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = total;
}
