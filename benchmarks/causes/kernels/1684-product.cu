#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int CELLS = TILE_WIDTH * TILE_WIDTH;
    __shared__ float At[CELLS];
    __shared__ float Bt[CELLS];

    const unsigned char cell = threadIdx.y * TILE_WIDTH + threadIdx.x;
    const int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int c = blockIdx.x * TILE_WIDTH + threadIdx.x;

    double total = 0.0;
    int kA = threadIdx.x, kB = threadIdx.y;
    for (int t = 0; t < (K + TILE_WIDTH - 1) / TILE_WIDTH; t++, kA += TILE_WIDTH, kB += TILE_WIDTH) {
        At[cell] = 0.0f;
        Bt[cell] = 0.0f;
        if (r < M && kA < K) At[cell] = A[r * K + kA];
        if (c < N && kB < K) Bt[cell] = B[kB * N + c];
        __syncthreads();

        float part = 0.0f;
        for (int k = 0; k < TILE_WIDTH; k++)
            part += At[threadIdx.y * TILE_WIDTH + k] * Bt[k * TILE_WIDTH + threadIdx.x];
        total += part;
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = (float)total;
}
