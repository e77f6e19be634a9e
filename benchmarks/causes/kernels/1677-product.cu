#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// The threads of the block are numbered 0 .. TILE_WIDTH*TILE_WIDTH-1; thread `tid` loads one cell of each tile.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    const int tid = threadIdx.y * TILE_WIDTH + threadIdx.x;
    const int lr = tid / 16, lc = tid % 16;

    const int row0 = blockIdx.y * TILE_WIDTH;
    const int col0 = blockIdx.x * TILE_WIDTH;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH)
    {
        float a = 0.0f, b = 0.0f;
        if (row0 + lr < M && k0 + lc < K) a = A[(row0 + lr) * K + k0 + lc];
        if (k0 + lr < K && col0 + lc < N) b = B[(k0 + lr) * N + col0 + lc];
        sA[lr][lc] = a;
        sB[lr][lc] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            acc = fmaf(sA[threadIdx.y][k], sB[k][threadIdx.x], acc);
        __syncthreads();
    }

    const int r = row0 + threadIdx.y, c = col0 + threadIdx.x;
    if (r < M && c < N)
        C[r * N + c] = acc;
}
