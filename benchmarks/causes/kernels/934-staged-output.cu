#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float lhs[TILE_WIDTH][TILE_WIDTH], rhs[TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int myRow = TILE_WIDTH * blockIdx.y + y;
    int myCol = TILE_WIDTH * blockIdx.x + x;
    int last = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float s = 0;

    for (int q = 0; q != last; q++) {
        int off = q * TILE_WIDTH;
        // wait until the previous tiles are used up
        __syncthreads();
        lhs[y][x] = myRow < M && off + x < K ? A[myRow * K + off + x] : 0.0f;
        rhs[y][x] = off + y < K && myCol < N ? B[(off + y) * N + myCol] : 0.0f;
        __syncthreads();
        for (int e = 0; e < TILE_WIDTH; e++)
            s += lhs[y][e] * rhs[e][x];
    }

    // collect the block's result, then write it out
    lhs[y][x] = s;
    __syncthreads();
    if (myRow < M && myCol < N)
        C[myRow * N + myCol] = lhs[y][x];
}
