#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// The tile of C lies in shared memory too; each phase adds its part to it.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Csub[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    for (int phase = 0; phase * TILE_WIDTH < K; ++phase) {
        int ka = phase * TILE_WIDTH + tx;
        int kb = phase * TILE_WIDTH + ty;
        if (row < M && ka < K) Asub[ty][tx] = A[row * K + ka]; else Asub[ty][tx] = 0.0f;
        if (col < N && kb < K) Bsub[ty][tx] = B[kb * N + col]; else Bsub[ty][tx] = 0.0f;
        __syncthreads();

        float part = 0.0f;
        for (int k = 0; k < TILE_WIDTH; ++k)
            part += Asub[ty][k] * Bsub[k][tx];

        if (phase = 0)
            Csub[ty][tx] = part;
        else
            Csub[ty][tx] += part;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = Csub[ty][tx];
}
