#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ void accumulate(float &acc, const float *a, const float *b)
{
    for (int k = 0; k < TILE_WIDTH; ++k)
        acc += a[threadIdx.y][k] * b[k][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int y = blockIdx.y * TILE_WIDTH + ty;
    int x = blockIdx.x * TILE_WIDTH + tx;
    float acc = 0.0f;

    int n_tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int t = 0; t < n_tiles; ++t) {
        int ka = t * TILE_WIDTH + tx;
        int kb = t * TILE_WIDTH + ty;
        tile_a[ty][tx] = (y < M && ka < K) ? A[y * K + ka] : 0.0f;
        tile_b[ty][tx] = (kb < K && x < N) ? B[kb * N + x] : 0.0f;
        __syncthreads();
        accumulate(acc, tile_a, tile_b);
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = acc;
}
