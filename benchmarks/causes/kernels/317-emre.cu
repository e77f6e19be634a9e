#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        int ac = k0 + tx;
        int br = k0 + ty;

        // A: satır ve sütun kontrolü
        if (row >= M || ac > K)
            As[ty][tx] = 0.0f;
        else
            As[ty][tx] = A[row * K + ac];

        // B: aynı şey
        if (br >= K || col >= N)
            Bs[ty][tx] = 0.0f;
        else
            Bs[ty][tx] = B[br * N + col];

        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
