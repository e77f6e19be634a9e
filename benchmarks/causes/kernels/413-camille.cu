#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define IDX(l, c, larg) (l * larg + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int l = blockIdx.y * TILE_WIDTH + ty;
    int c = blockIdx.x * TILE_WIDTH + tx;
    float res = 0.0f;

    for (int q = 0; q * TILE_WIDTH < K; ++q) {
        if (l < M && q * TILE_WIDTH + tx < K)
            sa[ty][tx] = A[IDX(l, q * TILE_WIDTH + tx, K)];
        else
            sa[ty][tx] = 0.0f;
        if (q * TILE_WIDTH + ty < K && c < N)
            sb[ty][tx] = B[IDX(q * TILE_WIDTH + ty, c, N)];
        else
            sb[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            res = res + sa[ty][k] * sb[k][tx];
        __syncthreads();
    }

    if (l < M && c < N)
        C[IDX(l, c, N)] = res;
}
