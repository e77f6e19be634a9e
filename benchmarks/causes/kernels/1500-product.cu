#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(r, c, width) (r * width + c)
#define MIN(a, b) ((a) < (b) ? (a) : (b))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[AT(ty, tx, TILE_WIDTH)] = 0.0f;
        Bs[AT(ty, tx, TILE_WIDTH)] = 0.0f;
        if (row < M && k0 + tx < K) As[AT(ty, tx, TILE_WIDTH)] = A[AT(row, k0 + tx, K)];
        if (k0 + ty < K && col < N) Bs[AT(ty, tx, TILE_WIDTH)] = B[AT(k0 + ty, col, N)];
        __syncthreads();
        for (int k = 0; k < MIN(TILE_WIDTH, K - k0); k++)
            sum += As[AT(ty, k, TILE_WIDTH)] * Bs[AT(k, tx, TILE_WIDTH)];
        __syncthreads();
    }

    if (row < M && col < N)
        C[AT(row, col, N)] = sum;
}
