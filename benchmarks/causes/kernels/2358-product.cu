#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(m, r, c, ld) m[r * ld + c]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x; int ty = threadIdx.y;
    int row = ty + blockIdx.y * TILE_WIDTH;
    int col = tx + blockIdx.x * TILE_WIDTH;
    float c = 0.0f;

    for (int t = 0; t < (K - 1) / TILE_WIDTH + 1; ++t) {
        Asub[ty][tx] = 0.0f;
        Bsub[ty][tx] = 0.0f;
        if (row < M && t * TILE_WIDTH + tx < K)
            Asub[ty][tx] = AT(A, row, t * TILE_WIDTH + tx, K);
        if (t * TILE_WIDTH + ty < K && col < N)
            Bsub[ty][tx] = AT(B, t * TILE_WIDTH + ty, col, N);
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            c += Asub[ty][i] * Bsub[i][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        AT(C, row, col, N) = c;
}
