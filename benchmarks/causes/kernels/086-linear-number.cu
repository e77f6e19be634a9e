#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    // number of the thread within its block, and its place in a tile
    int tid = threadIdx.y + threadIdx.x;
    int tr = tid / TILE_WIDTH;
    int tc = tid % TILE_WIDTH;

    // upper left corner of the tile of C
    int row0 = blockIdx.y * TILE_WIDTH;
    int col0 = blockIdx.x * TILE_WIDTH;

    double total = 0.0;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        long a = (long)(row0 + tr) * K + (k0 + tc);
        long b = (long)(k0 + tr) * N + (col0 + tc);
        As[tr][tc] = (row0 + tr < M && k0 + tc < K) ? A[a] : 0.0f;
        Bs[tr][tc] = (k0 + tr < K && col0 + tc < N) ? B[b] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            total += As[tr][k] * Bs[k][tc];
        __syncthreads();
    }

    if (row0 + tr < M && col0 + tc < N)
        C[(row0 + tr) * N + col0 + tc] = total;
}
