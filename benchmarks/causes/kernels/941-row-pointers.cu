#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blockA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blockB[TILE_WIDTH][TILE_WIDTH];

    int firstRow = blockIdx.y * TILE_WIDTH;
    int firstCol = blockIdx.x * TILE_WIDTH;
    const float *stripA = A + firstRow * K;
    const float *stripB = B + firstCol;
    const int rowsHere = M - firstRow;
    const int colsHere = N - firstCol;

    float res = 0.0f;
    const int numTiles = gridDim.x;

    for (int tile = 0; tile < numTiles; ++tile) {
        int done = tile * TILE_WIDTH;
        int a_col = done + threadIdx.x;
        int b_row = done + threadIdx.y;

        if ((int)threadIdx.y < rowsHere && a_col < K)
            blockA[threadIdx.y][threadIdx.x] = stripA[threadIdx.y * K + a_col];
        else
            blockA[threadIdx.y][threadIdx.x] = 0.0f;

        if ((int)threadIdx.x < colsHere && b_row < K)
            blockB[threadIdx.y][threadIdx.x] = stripB[b_row * N + threadIdx.x];
        else
            blockB[threadIdx.y][threadIdx.x] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            res += blockA[threadIdx.y][k] * blockB[k][threadIdx.x];
        __syncthreads();
    }

    if ((int)threadIdx.y < rowsHere && (int)threadIdx.x < colsHere)
        C[(firstRow + threadIdx.y) * N + firstCol + threadIdx.x] = res;
}
