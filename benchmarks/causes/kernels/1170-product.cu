#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static const int SIDE = 16;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blockA[SIDE][SIDE];
    __shared__ float blockB[SIDE][SIDE];

    int localCol = threadIdx.x;
    int localRow = threadIdx.y;
    int globalRow = blockIdx.y * SIDE + localRow;
    int globalCol = blockIdx.x * SIDE + localCol;

    int numTiles = (K + SIDE - 1) / SIDE;
    float accumulator = 0.0f;

    for (int tile = 0; tile < numTiles; tile++)
    {
        int colOfA = tile * SIDE + localCol;
        int rowOfB = tile * SIDE + localRow;

        bool validA = (globalRow < M) && (colOfA < K);
        bool validB = (rowOfB < K) && (globalCol < N);

        blockA[localRow][localCol] = validA ? A[globalRow * K + colOfA] : 0.0f;
        blockB[localRow][localCol] = validB ? B[rowOfB * N + globalCol] : 0.0f;

        __syncthreads();

        for (int inner = 0; inner < SIDE; inner++)
        {
            accumulator += blockA[localRow][inner] * blockB[inner][localCol];
        }

        __syncthreads();
    }

    if ((globalRow < M) && (globalCol < N))
    {
        C[globalRow * N + globalCol] = accumulator;
    }
}
