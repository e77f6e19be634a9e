#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define STRIDE (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // one row longer, against bank conflicts
    __shared__ float subA[TILE_WIDTH * STRIDE];
    __shared__ float subB[TILE_WIDTH * TILE_WIDTH];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int gx = blockIdx.x * TILE_WIDTH + lx;
    const int gy = blockIdx.y * TILE_WIDTH + ly;
    const int nTiles = (K - 1) / TILE_WIDTH + 1;

    float value = 0.0f;
    for (int tile = 0; tile < nTiles; ++tile) {
        const int ka = tile * TILE_WIDTH + lx;
        const int kb = tile * TILE_WIDTH + ly;

        subA[ly * STRIDE + lx] = gy < M && ka < K ? A[gy * K + ka] : 0.0f;
        subB[ly * STRIDE + lx] = kb < K && gx < N ? B[kb * N + gx] : 0.0f;
        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; ++e)
            value = fmaf(subA[ly * STRIDE + e], subB[e * STRIDE + lx], value);
        __syncthreads();
    }

    if (gy < M && gx < N) C[gy * N + gx] = value;
}
