#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Cell {
    int r;
    int c;
};

__device__ inline Cell myCell()
{
    Cell q;
    q.r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    q.c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    return q;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ struct {
        float a[TILE_WIDTH][TILE_WIDTH];
        float b[TILE_WIDTH][TILE_WIDTH];
    } sh;

    const Cell me = myCell();
    const unsigned lx = threadIdx.x;
    const unsigned ly = threadIdx.y;
    float acc = 0.0f;

    for (int s = 0; s < K; s += TILE_WIDTH) {
        const int ca = s + (int)lx;
        const int rb = s + (int)ly;
        sh.a[ly][lx] = me.r < M && ca < K ? A[me.r * K + ca] : 0.0f;
        sh.b[ly][lx] = rb < K && me.c < N ? B[rb * N + me.c] : 0.0f;
        __syncthreads();

        for (int t = 0; t < TILE_WIDTH; ++t)
            acc = fmaf(sh.a[ly][t], sh.b[t][lx], acc);
        __syncthreads();
    }

    const int out = me.r * N + me.c;
    if (out < M * N)
        C[out] = acc;
}
