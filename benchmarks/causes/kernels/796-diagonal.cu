#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Place {
    int row, col;
};

// go through the blocks diagonally so that neighbours do not hit the same columns of B
__device__ Place myPlace()
{
    int by = blockIdx.y;
    int bx = (blockIdx.x + blockIdx.y) % gridDim.y;
    Place pl;
    pl.row = by * TILE_WIDTH + threadIdx.y;
    pl.col = bx * TILE_WIDTH + threadIdx.x;
    return pl;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];

    const Place me = myPlace();
    const unsigned x = threadIdx.x;
    const unsigned y = threadIdx.y;

    float s = 0.0f;
    const int tiles = K / TILE_WIDTH + (K % TILE_WIDTH != 0);
    for (int t = 0; t < tiles; ++t) {
        const int ca = t * TILE_WIDTH + x;
        const int rb = t * TILE_WIDTH + y;
        As[y][x] = (me.row < M && ca < K) ? A[me.row * K + ca] : 0.0f;
        Bs[y][x] = (rb < K && me.col < N) ? B[rb * N + me.col] : 0.0f;
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            s = fmaf(As[y][k], Bs[k][x], s);
        __syncthreads();
    }

    if (me.row < M && me.col < N)
        C[me.row * N + me.col] = s;
}
