#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


struct Cell {
    int row;
    int col;
};

__device__ Cell myCell()
{
    Cell c;
    c.row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    c.col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    return c;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    Cell cell = myCell();
    float result = 0.0f;

    for (int t = 0; t < (K + TILE_WIDTH - 1) / TILE_WIDTH; t++) {
        int kA = t * TILE_WIDTH + tx;
        int kB = t * TILE_WIDTH + ty;
        tA[ty][tx] = (cell.row < M && kA < K) ? A[cell.row * K + kA] : 0.0f;
        tB[ty][tx] = (kB < K && cell.col < N) ? B[kB * N + tx] : 0.0f;
        __syncthreads();

        if (cell.row < M && cell.col < N) {
            for (int k = 0; k < TILE_WIDTH; k++)
                result += tA[ty][k] * tB[k][tx];
            __syncthreads();
        }
    }

    if (cell.row < M && cell.col < N)
        C[cell.row * N + cell.col] = result;
}
