#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    auto dot = [&](int i, int j) {
        int d = 0;
        for (int k = 0; k < TILE_WIDTH; k++)
            d += As[i][k] * Bs[k][j];
        return d;
    };

    int i = threadIdx.y;
    int j = threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + i;
    int col = blockIdx.x * TILE_WIDTH + j;
    float res = 0;

    for (int p = 0; p * TILE_WIDTH < K; p++) {
        int ca = p * TILE_WIDTH + j;
        int rb = p * TILE_WIDTH + i;
        As[i][j] = row < M && ca < K ? A[row * K + ca] : 0;
        Bs[i][j] = rb < K && col < N ? B[rb * N + col] : 0;
        __syncthreads();
        res += dot(i, j);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = res;
}
