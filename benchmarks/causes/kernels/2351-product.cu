#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    int localRow = threadIdx.y;
    int localCol = threadIdx.x;
    int globalRow = TILE_WIDTH * blockIdx.y + localRow;
    int globalCol = TILE_WIDTH * blockIdx.x + localCol;

    float value = 0.0f;
    int numPhases = K / TILE_WIDTH + (K % TILE_WIDTH != 0);

    for (int phase = 0; phase < numPhases; phase++)
    {
        int offset = phase * TILE_WIDTH;

        if (globalRow < M && offset + localCol < K) {
            subA[localRow][localCol] = A[globalRow * K + offset + localCol];
        } else {
            subA[localRow][localCol] = 0.0f;
        }

        if (offset + localRow < K && globalCol < N) {
            subB[localRow][localCol] = B[(offset + localRow) * N + globalCol];
            __syncthreads();
        } else {
            subB[localRow][localCol] = 0.0f;
        }

        for (int k = 0; k < TILE_WIDTH; k++) {
            value += subA[localRow][k] * subB[k][localCol];
        }
        __syncthreads();
    }

    if (globalRow < M && globalCol < N) {
        C[globalRow * N + globalCol] = value;
    }
}
