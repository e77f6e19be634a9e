#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// element (r, c) of a rows x cols matrix, 0 outside of it
__device__ float fetch(const float *mat, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols)
        return 0.0f;
    return mat[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    int localRow = threadIdx.y;
    int localCol = threadIdx.x;
    int globalRow = blockIdx.y * blockDim.y + localRow;
    int globalCol = blockIdx.x * blockDim.x + localCol;

    int numTiles = K / TILE_WIDTH;
    if (K % TILE_WIDTH != 0)
        numTiles++;

    float result = 0.0f;
    for (int t = 0; t < numTiles; t++) {
        int aCol = t * TILE_WIDTH + localCol;
        int bRow = t * TILE_WIDTH + localRow;
        tileA[localRow][localCol] = fetch(A, globalRow, aCol, M, K);
        tileB[localRow][localCol] = fetch(B, bRow, globalCol, N, K);
        __syncthreads();
        for (int e = 0; e < TILE_WIDTH; e++) {
            result += tileA[localRow][e] * tileB[e][localCol];
        }
        __syncthreads();
    }

    if (globalRow < M) {
        if (globalCol < N) {
            C[globalRow * N + globalCol] = result;
        }
    }
}
