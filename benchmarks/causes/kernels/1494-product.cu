#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ inline int tilesFor(int n) { return (n + W - 1) / W; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float cacheA[TILE_WIDTH][TILE_WIDTH];
    float cacheB[TILE_WIDTH][TILE_WIDTH];

    const int ty = threadIdx.y;
    const int tx = threadIdx.x;
    const int row = ty + blockIdx.y * TILE_WIDTH;
    const int col = tx + blockIdx.x * TILE_WIDTH;
    const int count = tilesFor<TILE_WIDTH>(K);

    float out = 0.0f;
    for (int n = 0; n < count; ++n) {
        const int ka = n * TILE_WIDTH + tx;
        const int kb = n * TILE_WIDTH + ty;

        float va = 0.0f, vb = 0.0f;
        if (row < M && ka < K) va = A[row * K + ka];
        if (col < N && kb < K) vb = B[kb * N + col];
        cacheA[ty][tx] = va;
        cacheB[ty][tx] = vb;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            out += cacheA[ty][k] * cacheB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = out;
}
