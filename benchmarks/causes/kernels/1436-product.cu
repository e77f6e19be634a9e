// B tile is kept swizzled, I read that this avoids bank conflicts
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define MASK (TILE_WIDTH - 1)

__device__ __forceinline__ int swz(int r, int c)
{
    return r * TILE_WIDTH + (c ^ (r & MASK));
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH * TILE_WIDTH];

    const int lx = threadIdx.x, ly = threadIdx.y;
    const int i = blockIdx.y * blockDim.y + ly;
    const int j = blockIdx.x * blockDim.x + lx;
    float c = 0.f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        float a = 0.f, b = 0.f;
        if (i < M && base + lx < K)
            a = A[i * K + base + lx];
        if (j < N && base + ly < K)
            b = B[(base + ly) * N + j];
        tileA[ly * TILE_WIDTH + lx] = a;
        tileB[swz(ly, lx)] = b;
        __syncthreads();
        for (int q = 0; q < TILE_WIDTH; q++)
            c += tileA[ly * TILE_WIDTH + q] * tileB[q * TILE_WIDTH + lx];
        __syncthreads();
    }
    if (i >= M || j >= N)
        return;
    C[i * N + j] = c;
}
