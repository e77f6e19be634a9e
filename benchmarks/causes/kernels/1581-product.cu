#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// one element of a row-major matrix, 0 outside of it
__device__ float getElement(const float *mat, int r, int c, int numRows, int numCols)
{
    if (r >= numRows || c >= numCols)
        return 0.0f;
    return mat[r * numRows + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    int localRow = threadIdx.y;
    int localCol = threadIdx.x;
    int globalRow = blockIdx.y * blockDim.y + localRow;
    int globalCol = blockIdx.x * blockDim.x + localCol;

    float value = 0.0f;
    int numTiles = (K - 1) / TILE_WIDTH + 1;
    for (int t = 0; t < numTiles; t++)
    {
        subA[localRow][localCol] = getElement(A, globalRow, t * TILE_WIDTH + localCol, M, K);
        subB[localRow][localCol] = getElement(B, t * TILE_WIDTH + localRow, globalCol, K, N);

        __syncthreads();

        for (int j = 0; j < TILE_WIDTH; j++)
        {
            value += subA[localRow][j] * subB[j][localCol];
        }

        __syncthreads();
    }

    if (globalRow < M && globalCol < N)
    {
        C[globalRow * N + globalCol] = value;
    }
}
