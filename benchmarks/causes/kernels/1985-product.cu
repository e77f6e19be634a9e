#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bT[TILE_WIDTH][TILE_WIDTH + 1];    // transposed, padded

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float acc = 0.0f;
    for (int p = 0; p < phases; ++p) {
        const int k0 = p * TILE_WIDTH;

        a[ty][tx] = 0.0f;
        bT[tx][ty] = 0.0f;
        if (row < M && k0 + tx < K)
            a[ty][tx] = A[row * K + k0 + tx];
        if (col < N && k0 + tx < K)
            bT[tx][ty] = B[(k0 + ty) * N + col];

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += a[ty][k] * bT[tx][k];

        // the last phase needs no barrier: nothing is loaded after it
        if (p + 1 < phases)
            __syncwarp();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
