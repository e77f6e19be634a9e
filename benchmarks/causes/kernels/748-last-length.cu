#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Pos { int row, col; };

__device__ Pos whereAmI()
{
    Pos p;
    p.row = blockIdx.y * blockDim.y + threadIdx.y;
    p.col = blockIdx.x * blockDim.x + threadIdx.x;
    return p;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float fromA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float fromB[TILE_WIDTH][TILE_WIDTH];

    Pos me = whereAmI();
    int i = threadIdx.y, j = threadIdx.x;
    int last = (K - 1) / TILE_WIDTH;
    float r = 0.0f;

    for (int p = 0; p <= last; p++) {
        int first = p * TILE_WIDTH;
        int len = TILE_WIDTH;
        if (p == last)
            len = K % TILE_WIDTH;

        fromA[i][j] = (me.row < M && j < len) ? A[me.row * K + first + j] : 0.0f;
        fromB[i][j] = (me.col < N && i < len) ? B[(first + i) * N + me.col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < len; k++)
            r += fromA[i][k] * fromB[k][j];
        __syncthreads();
    }

    if (me.row < M && me.col < N)
        C[me.row * N + me.col] = r;
}
