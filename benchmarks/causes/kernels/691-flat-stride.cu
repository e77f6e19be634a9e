#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH * TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int slot = y * TILE_WIDTH + x;
    const int i = blockIdx.y * TILE_WIDTH + y;
    const int j = blockIdx.x * TILE_WIDTH + x;

    float res = 0.f;
    for (int off = 0; off < K; off += TILE_WIDTH) {
        sA[slot] = 0.f;
        sB[slot] = 0.f;
        if (i < M && off + x < K) sA[slot] = A[i * K + off + x];
        if (j < N && off + y < K) sB[slot] = B[(off + y) * N + j];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            res += sA[y * TILE_WIDTH + k] * sB[k * N + x];
        __syncthreads();
    }
    if (i < M && j < N) C[i * N + j] = res;
}
