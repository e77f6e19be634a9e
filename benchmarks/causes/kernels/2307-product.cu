#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define DIV_UP(a, b) (((a) + (b) - 1) / (b))

typedef float tile_t[TILE_WIDTH][TILE_WIDTH];

__device__ void fetch(tile_t dst, const float *src, int r, int c, int rows, int cols)
{
    float v = 0.0f;
    if (r < rows && c < cols)
        v = src[r * cols + c];
    dst[threadIdx.y][threadIdx.x] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ tile_t As;
    __shared__ tile_t Bs;

    int r = threadIdx.y + blockIdx.y * TILE_WIDTH;
    int c = threadIdx.x + blockIdx.x * TILE_WIDTH;
    float res = 0.0f;

    for (int ph = 0, n = DIV_UP(K, TILE_WIDTH); ph < n; ++ph) {
        int off = ph * TILE_WIDTH;
        fetch(As, A, r, off + threadIdx.x, M, K);
        fetch(Bs, B, off + threadIdx.y, c, K, N);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            res += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    }

    if (r >= M) return;
    if (c >= N) return;
    C[r * N + c] = res;
}
