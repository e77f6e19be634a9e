#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Pos { int row, col; };

__device__ __forceinline__ Pos where()
{
    Pos p;
    p.row = blockIdx.x * TILE_WIDTH + threadIdx.y;
    p.col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    return p;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const Pos me = where();
    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    float acc;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        const int ka = base + lx;
        const int kb = base + ly;
        As[ly][lx] = (me.row < M && ka < K) ? A[me.row * K + ka] : 0.0f;
        Bs[ly][lx] = (kb < K && me.col < N) ? B[kb * N + me.col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc = fmaf(As[ly][k], Bs[k][lx], acc);
        __syncthreads();
    }

    if (me.row < M && me.col < N)
        C[me.row * N + me.col] = acc;
}
