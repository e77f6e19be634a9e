// Noah - game engine habits: a little struct for positions
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Position {
    int row;
    int col;
}

__device__ Position positionInMatrix(int blockY, int blockX, int y, int x)
{
    Position result;
    result.row = blockY * TILE_WIDTH + y;
    result.col = blockX * TILE_WIDTH + x;
    return result;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    Position cell = positionInMatrix(blockIdx.y, blockIdx.x, ty, tx);
    float sum = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        Position inA = positionInMatrix(blockIdx.y, p, ty, tx);
        Position inB = positionInMatrix(p, blockIdx.x, ty, tx);
        As[ty][tx] = inA.row < M && inA.col < K ? A[inA.row * K + inA.col] : 0.0f;
        Bs[ty][tx] = inB.row < K && inB.col < N ? B[inB.row * N + inB.col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (cell.row < M && cell.col < N)
        C[cell.row * N + cell.col] = sum;
}
