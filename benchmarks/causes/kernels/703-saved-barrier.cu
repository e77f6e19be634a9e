#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    int idx = threadIdx.x;
    int idy = threadIdx.y;
    int rowC = blockIdx.y * TILE_WIDTH + idy;
    int colC = blockIdx.x * TILE_WIDTH + idx;
    bool rowIn = rowC < M;
    bool colIn = colC < N;
    float c = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        shA[idy][idx] = rowIn && k0 + idx < K ? A[rowC * K + (k0 + idx)] : 0.0f;
        shB[idy][idx] = colIn && k0 + idy < K ? B[(k0 + idy) * N + colC] : 0.0f;
        __syncthreads();
        for (int kk = 0; kk < TILE_WIDTH; kk++)
            c += shA[idy][kk] * shB[kk][idx];
        if (k0 > 0) __syncthreads();
    }
    if (rowIn && colIn)
        C[rowC * N + colC] = c;
}
