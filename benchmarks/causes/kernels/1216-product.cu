#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

enum { EDGE = TILE_WIDTH };

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float cacheA[EDGE][EDGE];
    __shared__ float cacheB[EDGE][EDGE];

    // one number per thread, then back to a row and a column of the tile
    const int tid = threadIdx.y * EDGE + threadIdx.x;
    const int r = tid / EDGE;
    const int c = tid % EDGE;
    const int gr = blockIdx.y * EDGE + r;
    const int gc = blockIdx.x * EDGE + c;

    const int tiles = (K + EDGE - 1) / EDGE;
    float acc = 0.0f;

    for (int t = 0; t < tiles; ++t) {
        const int k0 = t * EDGE;
        // how many products there are in this phase
        const int len = (t == tiles - 1) ? K % EDGE : EDGE;

        cacheA[r][c] = (gr < M && k0 + c < K) ? A[gr * K + k0 + c] : 0.0f;
        cacheB[r][c] = (k0 + r < K && gc < N) ? B[(k0 + r) * N + gc] : 0.0f;
        __syncthreads();

        for (int k = 0; k < len; ++k)
            acc += cacheA[r][k] * cacheB[k][c];
        __syncthreads();
    }

    if (gr < M && gc < N)
        C[gr * N + gc] += acc;
}
