#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(m, r, c, ld)  m[r * ld + c]
#define TX  ((int)threadIdx.x)
#define TY  ((int)threadIdx.y)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH], tb[TILE_WIDTH][TILE_WIDTH];

    int r = blockIdx.y * TILE_WIDTH + TY;
    int c = blockIdx.x * TILE_WIDTH + TX;
    float s = 0;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (r < M && k0 + TX < K)
            ta[TY][TX] = AT(A, r, k0 + TX, K);
        else
            ta[TY][TX] = 0;

        if (k0 + TY < K && c < N)
            tb[TY][TX] = AT(B, k0 + TY, c, N);
        else
            tb[TY][TX] = 0;

        __syncthreads();
        for (int j = 0; j < TILE_WIDTH; j++)
            s += ta[TY][j] * tb[j][TX];
        __syncthreads();
    }

    if (r < M && c < N)
        AT(C, r, c, N) = s;
}
