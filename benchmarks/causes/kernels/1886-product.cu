#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ int ceilDiv(int a, int b) { return (a + b - 1) / b; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    int localCol = threadIdx.x;
    int localRow = threadIdx.y;
    int globalRow = blockIdx.y * TILE_WIDTH + localRow;
    int globalCol = blockIdx.x * TILE_WIDTH + localCol;

    float cell = 0.0f;
    const int rounds = ceilDiv(N, TILE_WIDTH);

    for (int round = 0; round < rounds; ++round) {
        int aCol = round * TILE_WIDTH + localCol;
        int bRow = round * TILE_WIDTH + localRow;

        if (globalRow < M && aCol < K)
            Asub[localRow][localCol] = A[globalRow * K + aCol];

        if (bRow < K && globalCol < N)
            Bsub[localRow][localCol] = B[bRow * N + globalCol];
        else
            Bsub[localRow][localCol] = 0.0f;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            cell += Asub[localRow][k] * Bsub[k][localCol];
        __syncthreads();
    }

    if (globalRow < M && globalCol < N)
        C[globalRow * N + globalCol] = cell;
}
