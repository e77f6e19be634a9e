#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int li = threadIdx.y;
    int lj = threadIdx.x;
    float value;
    int p, k;

    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH], Bsub[TILE_WIDTH][TILE_WIDTH];

    for (p = (K - 1) / TILE_WIDTH; p >= 0; p--) {
        int kA = p * TILE_WIDTH + lj;
        int kB = p * TILE_WIDTH + li;
        Asub[li][lj] = 0.0f;
        if (i < M && kA < K) Asub[li][lj] = A[i * K + kA];
        Bsub[li][lj] = 0.0f;
        if (kB < K && j < N) Bsub[li][lj] = B[kB * N + j];
        __syncthreads();
        for (k = 0; k < TILE_WIDTH; k++)
            value += Asub[li][k] * Bsub[k][lj];
        __syncthreads();
    }
    if (i < M && j < N)
        C[i * N + j] = value;
}
