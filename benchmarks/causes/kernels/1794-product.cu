#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define AT(m, r, c, ld) m[r * ld + c]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    bool rowOk = row < M;
    bool colOk = col < N;

    float sum = 0.0f;
    int phases = K / TILE_WIDTH;
    if (K % TILE_WIDTH) phases++;

    for (int p = 0; p < phases; ++p) {
        float a = 0.0f;
        float b = 0.0f;
        if (rowOk && p * TILE_WIDTH + tx < K)
            a = AT(A, row, p * TILE_WIDTH + tx, K);
        if (colOk && p * TILE_WIDTH + ty < K)
            b = AT(B, p * TILE_WIDTH + ty, col, N);
        AT(As, ty, tx, TILE_WIDTH) = a;
        AT(Bs, ty, tx, TILE_WIDTH) = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += AT(As, ty, k, TILE_WIDTH) * AT(Bs, k, tx, TILE_WIDTH);
    }

    if (rowOk && colOk)
        AT(C, row, col, N) = sum;
}
