#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define IDX(r, c, width) (r * width + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH * TILE_WIDTH];

    int x = threadIdx.x, y = threadIdx.y;
    int x0 = blockIdx.x * TILE_WIDTH;
    int y0 = blockIdx.y * TILE_WIDTH;
    float s = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        tA[IDX(y, x, TILE_WIDTH)] = (y0 + y < M && k0 + x < K) ? A[IDX(y0 + y, k0 + x, K)] : 0.0f;
        tB[IDX(y, x, TILE_WIDTH)] = (k0 + y < K && x0 + x < N) ? B[IDX(k0 + y, x0 + x, N)] : 0.0f;
        __syncthreads();

        for (int k = 0; k != TILE_WIDTH; ++k)
            s += tA[IDX(y, k, TILE_WIDTH)] * tB[IDX(k, x, TILE_WIDTH)];
        __syncthreads();
    }

    if (y0 + y < M && x0 + x < N)
        C[IDX(y0 + y, x0 + x, N)] = s;
}
