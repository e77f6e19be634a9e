#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define PITCH (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // one column more than needed, against bank conflicts
    __shared__ float As[TILE_WIDTH * PITCH];
    __shared__ float Bs[TILE_WIDTH * PITCH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int y = blockIdx.y * TILE_WIDTH + ty;
    const int x = blockIdx.x * TILE_WIDTH + tx;

    float s = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float *a = &As[ty * PITCH + tx];
        float *b = &Bs[ty * PITCH + tx];

        *a = 0.0f;
        *b = 0.0f;
        if (y < M && k0 + tx <= K)
            *a = A[y * K + k0 + tx];
        if (k0 + ty < K && x < N)
            *b = B[(k0 + ty) * N + x];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            s += As[ty * PITCH + k] * Bs[k * TILE_WIDTH + tx];
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = s;
}
