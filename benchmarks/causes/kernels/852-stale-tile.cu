#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define BLOCK TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int blockRow = blockIdx.y;
    int blockCol = blockIdx.x;
    int row = threadIdx.y;
    int col = threadIdx.x;
    int globalRow = blockRow * BLOCK + row;
    int globalCol = blockCol * BLOCK + col;
    float result;

    __shared__ float As[BLOCK][BLOCK];
    __shared__ float Bs[BLOCK][BLOCK];

    for (int m = 0; m < (K + BLOCK - 1) / BLOCK; ++m) {
        const float *Asub = &A[globalRow * K + m * BLOCK];
        const float *Bsub = &B[m * BLOCK * N + blockCol * BLOCK];

        As[row][col] = 0.0f;
        if (globalRow < M && m * BLOCK + col < K)
            As[row][col] = Asub[col];

        if (globalCol < N && m * BLOCK + row < K)
            Bs[row][col] = Bsub[row * N + col];

        __syncthreads();
        for (int e = 0; e < BLOCK; ++e)
            result += As[row][e] * Bs[e][col];
        __syncthreads();
    }

    if (globalRow < M && globalCol < N)
        C[globalRow * N + globalCol] = result;
}
