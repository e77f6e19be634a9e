#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    const float *a = A + row * K;     // hàng của A
    float *b = B + col;         // cột của B
    float *c = C + row * N + col;
    float t = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (row < M && k0 + tx < K) ? a[k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? b[(k0 + ty) * N] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            t += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        *c = t;
}
