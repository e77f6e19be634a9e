#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH * TILE_WIDTH], b[TILE_WIDTH * TILE_WIDTH], acc;
    int x = threadIdx.x, y = threadIdx.y, w = TILE_WIDTH;
    int r = blockIdx.y * w + y, c = blockIdx.x * w + x;

    acc = 0.0f;
    for (int k = 0; k < K; k += w) {
        a[y * w + x] = (r < M && k + x < K) ? A[r * K + k + x] : 0.0f;
        b[y * w + x] = (c < N && k + y < K) ? B[(k + y) * N + c] : 0.0f;
        __syncthreads();
        for (int i = 0; i < w; i++)
            acc = fmaf(a[y * w + i], b[i * w + x], acc);
        __syncthreads();
    }
    if (r < M && c < N)
        C[r * N + c] = acc;
}
