#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int gy = blockIdx.y * blockDim.y + ly;
    const int gx = blockIdx.x * blockDim.x + lx;

    // no ifs around the loads: stay inside, and multiply with 0 what is too much in K
    const int safeRow = min(gy, M - 1);
    const int safeCol = min(gx, N);

    float total = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        const int ka = min(k0 + lx, K - 1);
        const int kb = min(k0 + ly, K - 1);
        const float keep = (k0 + lx < K) ? 1.0f : 0.0f;
        sa[ly][lx] = keep * A[safeRow * K + ka];
        sb[ly][lx] = B[kb * N + safeCol];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            total += sa[ly][k] * sb[k][lx];
        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = total;
}
