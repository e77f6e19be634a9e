#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float at[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bt[TILE_WIDTH][TILE_WIDTH];

    unsigned int tx = threadIdx.x, ty = threadIdx.y;
    int m = blockIdx.y * TILE_WIDTH + ty;
    int n = blockIdx.x * TILE_WIDTH + tx;

    // threads beyond the edge just repeat the last row / column, they never store anything
    const float *aRow = A + min(m, M - 1) * K;
    const float *bCol = B + min(n, N - 1);

    float p = 0.0f;
    int tiles = K / TILE_WIDTH + (K % TILE_WIDTH != 0);
    for (int t = 0; t < tiles; t++) {
        int ka = t * TILE_WIDTH + tx;
        int kb = t * TILE_WIDTH + ty;

        at[ty][tx] = aRow[min(ka, K - 1)];
        bt[ty][tx] = bCol[min(kb, K - 1) * N];
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            p += at[ty][i] * bt[i][tx];
        __syncthreads();
    }

    if (m < M && n < N)
        C[m * N + n] = p;
}
