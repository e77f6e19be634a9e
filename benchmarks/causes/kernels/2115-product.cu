#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AREA (TILE_WIDTH * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // one block of shared memory, first half for A, second half for B
    __shared__ float pool[2 * AREA];
    float *as = pool;
    float *bs = pool + TILE_WIDTH;

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int gx = blockIdx.x * TILE_WIDTH + lx;
    int gy = blockIdx.y * TILE_WIDTH + ly;
    int slot = ly * TILE_WIDTH + lx;

    float total = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float va = 0.0f;
        float vb = 0.0f;
        if (gy < M && k0 + lx < K) va = A[gy * K + k0 + lx];
        if (gx < N && k0 + ly < K) vb = B[(k0 + ly) * N + gx];
        as[slot] = va;
        bs[slot] = vb;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            total += as[ly * TILE_WIDTH + k] * bs[k * TILE_WIDTH + lx];
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = total;
}
