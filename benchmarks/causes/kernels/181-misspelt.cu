#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH + 1];

    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int li = threadIdx.y, lj = threadIdx.x;
    float s = 0.0f;

    for (int step = 0; step < K; step += TILE_WIDTH) {
        tile_a[li][lj] = (i < M && step + lj < K) ? A[i * K + step + lj] : 0.0f;
        tile_b[li][lj] = (step + li < K && j < N) ? B[(step + li) * N + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            s += tile_a[li][k] * tile_b[k][lj];
        __syncthread();
    }
    if (i < M && j < N)
        C[i * N + j] = s;
}
