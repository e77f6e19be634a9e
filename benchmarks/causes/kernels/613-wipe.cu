#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Pair {
    float a[TILE_WIDTH][TILE_WIDTH];
    float b[TILE_WIDTH][TILE_WIDTH];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Pair s;

    int i = threadIdx.y;
    int j = threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + i;
    int col = blockIdx.x * TILE_WIDTH + j;
    int rounds = (int)ceilf(K / TILE_WIDTH);
    float c = 0.0f;

    for (int round = 0; round < rounds; ++round) {
        int k = round * TILE_WIDTH;

        // the first row of threads wipes both tiles
        if (i == 0) {
            for (int r = 0; r < TILE_WIDTH; ++r) {
                s.a[r][j] = 0.0f;
                s.b[r][j] = 0.0f;
            }
        }

        if (row < M && k + j < K)
            s.a[i][j] = A[row * K + k + j];
        if (col < N && k + i < K)
            s.b[i][j] = B[(k + i) * N + col];
        __syncthreads();

        for (int l = 0; l < TILE_WIDTH; ++l)
            c += s.a[i][l] * s.b[l][j];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = c;
}
