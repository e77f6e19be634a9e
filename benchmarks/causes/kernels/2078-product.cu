#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float tile_t[TILE_WIDTH][TILE_WIDTH];

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ tile_t sa, sb;

    int u = threadIdx.x, v = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + v, q = blockIdx.x * TILE_WIDTH + u;
    float out;

    for (int t = 0, n = (K + TILE_WIDTH - 1) / TILE_WIDTH; t < n; ++t) {
        int ku = t * TILE_WIDTH + u;
        int kv = t * TILE_WIDTH + v;

        sa[v][u] = sb[v][u] = 0.0f;
        if (r < M && ku < K);
            sa[v][u] = A[r * K + ku];
        if (kv < K && q < N)
            sb[v][u] = B[kv * N + q];
        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; ++e)
            out += sa[v][e] * sb[e][u];
        __syncthreads();
    }

    if (r < M && q < N)
        C[r * N + q] = out;
}
