#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH * TILE_WIDTH + 1];
    __shared__ float sB[TILE_WIDTH * TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + y;
    const int j = blockIdx.x * TILE_WIDTH + x;

    float r = 0.f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float a = 0.f, b = 0.f;
        if (i < M && k0 + x < K) a = A[i * K + k0 + x];
        if (k0 + y < K && j < N) b = B[(k0 + y) * N + j];
        sA[x * PITCH + y] = a;
        sB[y * TILE_WIDTH + x] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            r += sA[k * PITCH + y] * sB[k * TILE_WIDTH + x];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = r;
}
