#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH * TILE_WIDTH];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int me = ly * TILE_WIDTH + lx;

    const int gx = blockIdx.x * TILE_WIDTH + lx;
    const int gy = blockIdx.y * TILE_WIDTH + ly;

    // threads outside C have nothing to do
    if (gx >= N || gy >= M)
        return;

    float value = 0.0f;
    const int steps = 1 + (K - 1) / TILE_WIDTH;

    for (int s = 0; s < steps; s++)
    {
        const int base = s * TILE_WIDTH;

        tileA[me] = 0.0f;
        tileB[me] = 0.0f;
        if (gy < M && base + lx < K)
            tileA[me] = A[gy * K + base + lx];
        if (gx < N && base + ly < K)
            tileB[me] = B[(base + ly) * N + gx];

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            value += tileA[ly * TILE_WIDTH + k] * tileB[k * TILE_WIDTH + lx];

        __syncthreads();
    }

    C[gy * N + gx] = value;
}
