#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define FULL 0xffffffffu

// Only B is kept in shared memory. A row of the A tile lies in the registers of TILE_WIDTH
// neighbouring lanes and is handed round with a shuffle.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int m = blockIdx.y * TILE_WIDTH + ly;
    int n = blockIdx.x * TILE_WIDTH + lx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float a = 0.0f;
        if (m < M && k0 + lx < K)
            a = A[m * K + k0 + lx];

        if (n < N && k0 + ly < K)
            Bs[ly][lx] = B[(k0 + ly) * N + n];
        else
            Bs[ly][lx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float ak = __shfl_sync(FULL, a, k);
            sum += ak * Bs[k][lx];
        }
        __syncthreads();
    }

    if (m < M && n < N)
        C[m * N + n] = sum;
}
