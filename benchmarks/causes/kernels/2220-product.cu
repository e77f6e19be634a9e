#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blockA[TILE_WIDTH][TILE_WIDTH];
    float blockB[TILE_WIDTH][TILE_WIDTH];

    int localCol = threadIdx.x;
    int localRow = threadIdx.y;
    int globalRow = blockIdx.y * TILE_WIDTH + localRow;
    int globalCol = blockIdx.x * TILE_WIDTH + localCol;

    float accumulator = 0.0f;
    int tileCount = (K + (TILE_WIDTH - 1)) / TILE_WIDTH;

    for (int tileIndex = 0; tileIndex < tileCount; tileIndex++)
    {
        int colInA = tileIndex * TILE_WIDTH + localCol;
        int rowInB = tileIndex * TILE_WIDTH + localRow;
        bool validA = (globalRow < M) && (colInA < K);
        bool validB = (rowInB < K) && (globalCol < N);

        blockA[localRow][localCol] = validA ? A[globalRow * K + colInA] : 0.0f;
        blockB[localRow][localCol] = validB ? B[rowInB * N + globalCol] : 0.0f;
        __syncthreads();

        for (int inner = 0; inner < TILE_WIDTH; inner++)
            accumulator += blockA[localRow][inner] * blockB[inner][localCol];
        __syncthreads();
    }

    if (globalRow < M && globalCol < N)
        C[globalRow * K + globalCol] = accumulator;
}
