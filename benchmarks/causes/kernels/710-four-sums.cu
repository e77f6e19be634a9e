#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define LANES 4

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];
    const int u = threadIdx.x;
    const int v = threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + u;
    const int row = blockIdx.y * TILE_WIDTH + v;
    float acc[LANES];

    for (int t = 0; t < (K + TILE_WIDTH - 1) / TILE_WIDTH; t++) {
        const int p = t * TILE_WIDTH + u;
        const int q = t * TILE_WIDTH + v;
        sa[v][u] = row < M && p < K ? A[row * K + p] : 0.0f;
        sb[v][u] = col < N && q < K ? B[q * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k += LANES)
            for (int l = 0; l < LANES; l++)
                acc[l] += sa[v][k + l] * sb[k + l][u];
        __syncthreads();
    }

    float sum = acc[0];
    for (int l = 1; l < LANES - 1; l++)
        sum += acc[l];
    if (row < M && col < N)
        C[row * N + col] = sum;
}
