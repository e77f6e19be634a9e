#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define AT(m, r, c, ld) m[r * ld + c]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH * TILE_WIDTH];
    __shared__ float b[TILE_WIDTH * TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float s = 0.0f;
    int k = 0;

    while (k < K) {
        AT(a, ty, tx, TILE_WIDTH) = 0.0f;
        AT(b, ty, tx, TILE_WIDTH) = 0.0f;
        if (row < M && k + tx < K)
            AT(a, ty, tx, TILE_WIDTH) = AT(A, row, k + tx, K);
        if (col < N && k + ty < K)
            AT(b, ty, tx, TILE_WIDTH) = AT(B, k + ty, col, N);
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++)
            s += AT(a, ty, i, TILE_WIDTH) * AT(b, i, tx, TILE_WIDTH);
        __syncthreads();
        k += TILE_WIDTH;
    }
    if (row < M && col < N)
        AT(C, row, col, N) = s;
}
