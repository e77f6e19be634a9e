#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TILE_AREA  TILE_WIDTH * TILE_WIDTH;
#define DIV_UP(a, b) (((a) + (b) - 1) / (b))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float mem[2 * TILE_AREA];
    float *const tA = &mem[0];
    float *const tB = &mem[TILE_AREA];

    const int u = threadIdx.x, v = threadIdx.y;
    const int gr = blockIdx.y * TILE_WIDTH + v;
    const int gc = blockIdx.x * TILE_WIDTH + u;
    float f = 0.0f;

    for (int q = 0, k = 0; q < DIV_UP(K, TILE_WIDTH); ++q, k += TILE_WIDTH) {
        tA[v * TILE_WIDTH + u] = (gr < M && k + u < K) ? A[gr * K + (k + u)] : 0.0f;
        tB[v * TILE_WIDTH + u] = (k + v < K && gc < N) ? B[(k + v) * N + gc] : 0.0f;
        __syncthreads();
        for (int w = 0; w < TILE_WIDTH; ++w)
            f += tA[v * TILE_WIDTH + w] * tB[w * TILE_WIDTH + u];
        __syncthreads();
    }

    if (gr < M && gc < N)
        C[gr * N + gc] = f;
}
