#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Cell {
    int row;
    int col;
}

__device__ Cell myCell()
{
    Cell c;
    c.row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    c.col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    return c;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    Cell me = myCell();
    int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = me.row < M && k0 + tx < K ? A[me.row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = me.col < N && k0 + ty < K ? B[(k0 + ty) * N + me.col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (me.row < M && me.col < N)
        C[me.row * N + me.col] = sum;
}
