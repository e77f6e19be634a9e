#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Pos { int row, col; };

__device__ Pos myCell()
{
    Pos p;
    p.row = blockIdx.x * TILE_WIDTH + threadIdx.y;
    p.col = blockIdx.y * TILE_WIDTH + threadIdx.x;
    return p;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const Pos me = myCell();
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    float sum = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        const int ca = p * TILE_WIDTH + tx;
        const int rb = p * TILE_WIDTH + ty;
        As[ty][tx] = (me.row < M && ca < K) ? A[me.row * K + ca] : 0.0f;
        Bs[ty][tx] = (rb < K && me.col < N) ? B[rb * N + me.col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (me.row < M && me.col < N)
        C[me.row * N + me.col] = sum;
}
