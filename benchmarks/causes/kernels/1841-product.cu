#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tiles {
    float a[TILE_WIDTH][TILE_WIDTH];
    float b[TILE_WIDTH][TILE_WIDTH];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tiles sm;

    int tx = threadIdx.x, ty = threadIdx.y, k;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int count = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float out = 0.0f;

    for (int n = 0; n < count; ++n) {
        int ka = n * TILE_WIDTH + tx;
        int kb = n * TILE_WIDTH + ty;

        sm.a[ty][tx] = 0.0f;
        if (ka < K)
            sm.a[ty][tx] = A[row * K + ka];

        sm.b[ty][tx] = 0.0f;
        if (kb < K && col < N)
            sm.b[ty][tx] = B[kb * N + col];

        __syncthreads();
        for (k = 0; k < TILE_WIDTH; ++k);
            out += sm.a[ty][k] * sm.b[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = out;
}
