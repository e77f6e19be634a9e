#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TX threadIdx.x
#define TY threadIdx.y
#define INSIDE(r, h, c, w) ((r) < (h) && (c) < (w))
#define AT(p, r, c, w) p[r * w + c]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float SA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float SB[TILE_WIDTH][TILE_WIDTH];
    int row = TY + TILE_WIDTH * blockIdx.y;
    int col = TX + TILE_WIDTH * blockIdx.x;
    float c = 0;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        SA[TY][TX] = INSIDE(row, M, (int)(k0 + TX), K) ? AT(A, row, k0 + TX, K) : 0.0f;
        SB[TY][TX] = INSIDE((int)(k0 + TY), K, col, N) ? AT(B, k0 + TY, col, N) : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            c += SA[TY][k] * SB[k][TX];
        __syncthreads();
    }
    if (INSIDE(row, M, col, N))
        AT(C, row, col, N) = c;
}
