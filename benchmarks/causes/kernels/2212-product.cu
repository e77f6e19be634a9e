#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    __shared__ float s_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float s_b[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int out = 0;
    float s = 0.0f;

    for (int p = 0; p < K; p += TILE_WIDTH) {
        int aIdx = row * K + (p + tx);
        int bIdx = (p + ty) * N + col;

        if (row < M && p + tx < K) s_a[ty][tx] = A[aIdx];
        else                       s_a[ty][tx] = 0.0f;

        if (p + ty < K && col < N) s_b[ty][tx] = B[bIdx];
        else                       s_b[ty][tx] = 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            s += s_a[ty][k] * s_b[k][tx];

        __syncthreads();
    }

    if (row < M && col < N)
        out = row * N + col;
        C[out] = s;
}
