#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// The tile of A is kept transposed, with a column of padding.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bn[TILE_WIDTH][TILE_WIDTH];

    const unsigned tx = threadIdx.x;
    const unsigned ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float value = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        const int ka = k0 + tx;
        const int kb = k0 + ty;

        float fromA = 0.0f;
        if (row < M && ka < K)
            fromA = A[row * K + ka];
        At[tx][ty] = fromA;

        float fromB = 0.0f;
        if (kb < K && col < N)
            fromB = B[kb * N + col];
        Bn[ty][tx] = fromB;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            value = fmaf(At[ty][k], Bn[k][tx], value);

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = value;
}
