#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH][TILE_WIDTH];

    int c = threadIdx.x;
    int r = threadIdx.y;
    int Y = blockIdx.y * TILE_WIDTH + r;
    int X = blockIdx.x * TILE_WIDTH + c;
    float dot = 0.0f;

    // 1. the tiles that lie completely inside K
    int full = K / TILE_WIDTH;
    for (int t = 0; t < full; ++t) {
        tA[r][c] = (Y < M) ? A[Y * K + t * TILE_WIDTH + c] : 0.0f;
        tB[r][c] = (X < N) ? B[(t * TILE_WIDTH + r) * N + X] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            dot += tA[r][k] * tB[k][c];
        __syncthreads();
    }

    // 2. what remains of K
    int rest = K - full;
    if (rest > 0) {
        int start = full * TILE_WIDTH;
        if (c < rest)
            tA[r][c] = (Y < M) ? A[Y * K + start + c] : 0.0f;
        if (r < rest)
            tB[r][c] = (X < N) ? B[(start + r) * N + X] : 0.0f;
        __syncthreads();
        for (int k = 0; k < rest; ++k)
            dot += tA[r][k] * tB[k][c];
    }

    if (Y < M && X < N)
        C[Y * N + X] = dot;
}
