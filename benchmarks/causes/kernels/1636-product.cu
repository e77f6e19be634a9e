#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
enum { W = TILE_WIDTH };

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[W * W];
    __shared__ float sb[W * W];

    // number of the thread in its block
    const unsigned char id = threadIdx.y * W + threadIdx.x;
    const int ly = id / W;
    const int lx = id % W;
    const int gy = blockIdx.y * W + ly;
    const int gx = blockIdx.x * W + lx;

    float total = 0.0f;
    int k0 = 0;
    do {
        sa[id] = 0.0f;
        sb[id] = 0.0f;
        if (gy < M && k0 + lx < K) sa[id] = A[gy * K + (k0 + lx)];
        if (gx < N && k0 + ly < K) sb[id] = B[(k0 + ly) * N + gx];
        __syncthreads();

        for (int k = 0; k < W; k++)
            total += sa[ly * W + k] * sb[k * W + lx];
        __syncthreads();

        k0 += W;
    } while (k0 < K);

    if (gy < M && gx < N)
        C[gy * N + gx] = total;
}
