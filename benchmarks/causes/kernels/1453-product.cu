#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH][TILE_WIDTH];

    int iy = blockDim.y * blockIdx.x + threadIdx.y;
    int ix = blockDim.x * blockIdx.y + threadIdx.x;
    int ly = threadIdx.y;
    int lx = threadIdx.x;

    double sum = 0.0;    // more exact

    int k_start = 0;
    for (; k_start < K; ) {
        int kx = k_start + lx;
        int ky = k_start + ly;

        if (iy < M && kx < N)
            tA[ly][lx] = A[iy * K + kx];
        else
            tA[ly][lx] = 0.f;

        if (ix < N && ky < K)
            tB[ly][lx] = B[ky * N + ix];
        else
            tB[ly][lx] = 0.f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += (double)tA[ly][k] * tB[k][lx];

        k_start += TILE_WIDTH;
        __syncthreads();
    }

    if (iy < M && ix < N)
        C[iy * N + ix] = (float)sum;
}
