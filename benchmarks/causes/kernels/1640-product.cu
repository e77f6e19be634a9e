#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ablock[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bblock[TILE_WIDTH][TILE_WIDTH];

    const int u = threadIdx.x;
    const int v = threadIdx.y;
    const int m = blockIdx.y * TILE_WIDTH + v;
    const int n = blockIdx.x * TILE_WIDTH + u;
    const bool owner = m < M && n < N;   // does this thread have a cell of C?

    float c = 0.0f;
    for (int kk = 0; kk < K; kk += TILE_WIDTH) {
        Ablock[v][u] = m < M && kk + u < K ? A[m * K + kk + u] : 0.0f;
        Bblock[v][u] = n < N && kk + v < K ? B[(kk + v) * N + n] : 0.0f;
        __syncthreads();

        if (owner) {
            const int end = min(TILE_WIDTH, K - kk);
            for (int k = 0; k < end; ++k)
                c += Ablock[v][k] * Bblock[k][u];
            __syncthreads();
        }
    }

    if (owner)
        C[m * N + n] = c;
}
