#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define INSIDE(i, ni, j, nj) ((i) < (ni) && (j) < (nj))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float TA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float TB[TILE_WIDTH][TILE_WIDTH];

    const int u = threadIdx.x, v = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + v;
    const int j = blockIdx.x * TILE_WIDTH + u;

    float cij = 0.0f;
    for (int step = 0; step * TILE_WIDTH < K; ++step) {
        const int kA = step * TILE_WIDTH + u;
        const int kB = step * TILE_WIDTH + v;
        if (kA >= K)
            break;

        TA[v][u] = INSIDE(i, N, kA, K) ? A[i * K + kA] : 0.0f;
        TB[v][u] = INSIDE(kB, K, j, N) ? B[kB * N + j] : 0.0f;
        __syncthreads();

        for (int l = 0; l < TILE_WIDTH; l += 2) {
            cij += TA[v][l] * TB[l][u];
            cij += TA[v][l + 1] * TB[l + 1][u];
        }
        __syncthreads();
    }

    if (INSIDE(i, M, j, N))
        C[i * N + j] = cij;
}
