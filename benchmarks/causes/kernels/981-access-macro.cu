#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TX (threadIdx.x)
#define TY (threadIdx.y)
#define AT(mat, r, c, width) mat[r * width + c]
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + TY;
    int col = blockIdx.x * TILE_WIDTH + TX;
    float value = 0;

    for (int t = 0; t < CEIL_DIV(K, TILE_WIDTH); t++) {
        if (row < M && t * TILE_WIDTH + TX < K)
            subA[TY][TX] = AT(A, row, t * TILE_WIDTH + TX, K);
        else
            subA[TY][TX] = 0;

        if (t * TILE_WIDTH + TY < K && col < N)
            subB[TY][TX] = AT(B, t * TILE_WIDTH + TY, col, N);
        else
            subB[TY][TX] = 0;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            value += subA[TY][k] * subB[k][TX];
        __syncthreads();
    }

    if (row < M && col < N)
        AT(C, row, col, N) = value;
}
