#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    enum { W = TILE_WIDTH };
    __shared__ float sh[2][W][W];      // sh[0]: A, sh[1]: B

    const int u = threadIdx.x;
    const int v = threadIdx.y;
    const int row = blockIdx.y * W + v;
    const int col = blockIdx.x * W + u;

    float dot = 0.0f;

    for (int k0 = 0; k0 + W <= K; k0 += W) {
        sh[0][v][u] = sh[1][v][u] = 0.0f;

        if (row < M && k0 + u < K)
            sh[0][v][u] = A[row * K + k0 + u];
        if (k0 + v < K && col < N)
            sh[1][v][u] = B[(k0 + v) * N + col];
        __syncthreads();

        for (int k = 0; k < W; ++k)
            dot += sh[0][v][k] * sh[1][k][u];
        __syncthreads();
    }

    if (row >= M) return;
    if (col >= N) return;
    C[row * N + col] += dot;
}
