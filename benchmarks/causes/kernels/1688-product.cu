#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Thread (x, y) computes the cell in row x and column y of the block's part of C. The results go back through
// shared memory so that the stores to C are coalesced.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float S[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float R[TILE_WIDTH][TILE_WIDTH + 1];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int gr = blockIdx.y * TILE_WIDTH + y;
    const int gc = blockIdx.x * TILE_WIDTH + x;
    const int last = (K - 1) / TILE_WIDTH;

    float v = 0.0f;
    for (int t = 0; t <= last; ++t) {
        if (t > 0)
            __syncthreads();          // the tiles of the last round have been read

        const int ka = t * TILE_WIDTH + x;
        const int kb = t * TILE_WIDTH + y;
        S[y][x] = gr < M && ka < K ? A[gr * K + ka] : 0.0f;
        R[y][x] = kb < K && gc < N ? B[kb * N + gc] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            v += S[x][k] * R[k][y];
    }

    S[x][y] = v;
    __syncthreads();

    if (gr < M && gc < N)
        C[gr * N + gc] = S[y][x];
}
