#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int localRow = threadIdx.y;
    const int localCol = threadIdx.x;
    const int globalRow = blockIdx.y * TILE_WIDTH + localRow;
    const int globalCol = blockIdx.x * TILE_WIDTH + localCol;

    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    if (globalRow >= M || globalCol >= N)
        return;

    float acc = 0.0f;
    const int numTiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int t = 0; t < numTiles; t++) {
        const int tiledCol = t * TILE_WIDTH + localCol;
        const int tiledRow = t * TILE_WIDTH + localRow;
        Asub[localRow][localCol] = (globalRow < M && tiledCol < K) ? A[globalRow * K + tiledCol] : 0.0f;
        Bsub[localRow][localCol] = (tiledRow < K && globalCol < N) ? B[tiledRow * N + globalCol] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            acc += Asub[localRow][k] * Bsub[k][localCol];
        __syncthreads();
    }

    if (globalRow < M && globalCol < N)
        C[globalRow * N + globalCol] = acc;
}
