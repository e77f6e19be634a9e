#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float s_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float s_b[TILE_WIDTH][TILE_WIDTH];

    unsigned r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    unsigned c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    const unsigned m = M, kk = K, n = N;

    float accum = 0.0f;
    for (unsigned k0 = 0; k0 < kk; k0 += TILE_WIDTH) {
        s_a[threadIdx.y][threadIdx.x] = 0.0f;
        if (r < m && k0 + threadIdx.x < kk)
            s_a[threadIdx.y][threadIdx.x] = A[r * kk + k0 + threadIdx.x];

        if (c < n && k0 + threadIdx.y < kk)
            s_b[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * n + c];
        __syncthreads();

        for (unsigned k = 0; k < TILE_WIDTH; k++) {
            accum += s_a[threadIdx.y][k] * s_b[k][threadIdx.x];
        }
        __syncthreads();
    }

    if (r < m && c < n)
        atomicAdd(&C[r * n + c], accum);
}
