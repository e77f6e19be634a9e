#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;   // row of C
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;   // column of C
    int li = threadIdx.y, lj = threadIdx.x;

    if (i >= M || j >= N) return;

    float cij = 0.0f;

    for (int t = 0; t * TILE_WIDTH < K; t++) {
        int k0 = t * TILE_WIDTH;

        float va = 0.0f, vb = 0.0f;
        if (i < M && k0 + lj < K) va = A[i * K + k0 + lj];
        if (k0 + li < K && j < N) vb = B[(k0 + li) * N + j];
        Asub[li][lj] = va;
        Bsub[li][lj] = vb;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            cij = cij + Asub[li][k] * Bsub[k][lj];
        __syncthreads();
    }

    C[i * N + j] = cij;
}
