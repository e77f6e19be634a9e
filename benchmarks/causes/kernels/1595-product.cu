#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(r, c, ld) ((r) * (ld) + (c)
#define ROUNDS(n) (((n) + TILE_WIDTH - 1) / TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + ty;
    int c = blockIdx.x * TILE_WIDTH + tx;

    float out = 0.0f;
    for (int round = 0; round < ROUNDS(K); round++) {
        int k = round * TILE_WIDTH;
        float va = 0.0f, vb = 0.0f;
        if (r < M && k + tx < K)
            va = A[AT(r, k + tx, K)];
        if (k + ty < K && c < N)
            vb = B[AT(k + ty, c, N)];
        sa[AT(ty, tx, TILE_WIDTH)] = va;
        sb[AT(ty, tx, TILE_WIDTH)] = vb;
        __syncthreads();

        for (int l = 0; l < TILE_WIDTH; l++)
            out += sa[AT(ty, l, TILE_WIDTH)] * sb[AT(l, tx, TILE_WIDTH)];
        __syncthreads();
    }

    if (r < M && c < N)
        C[AT(r, c, N)] = out;
}
