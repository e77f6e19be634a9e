#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int w = blockDim.x;
    __shared__ float a[w][w];
    __shared__ float b[w][w];

    const int lx = threadIdx.x, ly = threadIdx.y;
    const int gx = blockIdx.x * w + lx;
    const int gy = blockIdx.y * w + ly;

    float v = 0.f;
    for (int m = 0; m < (K + w - 1) / w; m++) {
        a[ly][lx] = (gy < M && m * w + lx < K) ? A[gy * K + m * w + lx] : 0.f;
        b[ly][lx] = (m * w + ly < K && gx < N) ? B[(m * w + ly) * N + gx] : 0.f;
        __syncthreads();

        for (int k = 0; k < w; k++)
            v += a[ly][k] * b[k][lx];

        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = v;
}
