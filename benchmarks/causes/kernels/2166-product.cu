#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// C = A * B, tiled
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH], Bsub[TILE_WIDTH][TILE_WIDTH];

    int i = threadIdx.y, j = threadIdx.x;
    int I = blockIdx.y * TILE_WIDTH + i;
    int J = blockIdx.x * TILE_WIDTH + j;

    float cij = 0.0f;
    int full = K / TILE_WIDTH;
    int rest = K % TILE_WIDTH;

    // full tiles along K
    for (int t = 0; t < full; ++t) {
        Asub[i][j] = I < M ? A[I * K + t * TILE_WIDTH + j] : 0.0f;
        Bsub[i][j] = J < N ? B[(t * TILE_WIDTH + i) * N + J] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            cij += Asub[i][k] * Bsub[k][j];
        __syncthreads();
    }

    // the strip that is left over
    if (rest > 0) {
        int k0 = (full - 1) * TILE_WIDTH;
        if (j < rest)
            Asub[i][j] = I < M ? A[I * K + k0 + j] : 0.0f;
        if (i < rest)
            Bsub[i][j] = J < N ? B[(k0 + i) * N + J] : 0.0f;
        __syncthreads();
        for (int k = 0; k < rest; ++k)
            cij += Asub[i][k] * Bsub[k][j];
    }

    if (I < M && J < N)
        C[I * N + J] = cij;
}
