// Olivia. Clear the tiles, then only fill in what really exists.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float aTile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bTile[TILE_WIDTH][TILE_WIDTH];

    int localCol = threadIdx.x;
    int localRow = threadIdx.y;
    int globalRow = blockIdx.y * TILE_WIDTH + localRow;
    int globalCol = blockIdx.x * TILE_WIDTH + localCol;
    float accumulator = 0.0f;
    int numberOfPhases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    aTile[localRow][localCol] = 0.0f;
    bTile[localRow][localCol] = 0.0f;
    for (int phase = 0; phase < numberOfPhases; phase++) {
        int aCol = phase * TILE_WIDTH + localCol;
        int bRow = phase * TILE_WIDTH + localRow;
        if (globalRow < M && aCol < K)
            aTile[localRow][localCol] = A[globalRow * K + aCol];
        if (bRow < K && globalCol < N)
            bTile[localRow][localCol] = B[bRow * N + globalCol];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            accumulator += aTile[localRow][k] * bTile[k][localCol];
        __syncthreads();
    }

    if (globalRow < M && globalCol < N)
        C[globalRow * N + globalCol] = accumulator;
}
