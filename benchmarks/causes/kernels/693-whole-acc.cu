#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef unsigned int uint;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH + 1];
    const uint m = M, kk = K, n = N;
    const uint r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const uint c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    uint t = 0;
    uint acc = 0;

    while (t < kk) {
        const uint ka = t + threadIdx.x;
        const uint kb = t + threadIdx.y;
        ta[threadIdx.y][threadIdx.x] = (r < m && ka < kk) ? A[r * kk + ka] : 0.0f;
        tb[threadIdx.y][threadIdx.x] = (c < n && kb < kk) ? B[kb * n + c] : 0.0f;
        __syncthreads();
        for (uint q = 0; q != TILE_WIDTH; ++q)
            acc += ta[threadIdx.y][q] * tb[q][threadIdx.x];
        __syncthreads();
        t += TILE_WIDTH;
    }

    if (r < m && c < n)
        C[r * n + c] = acc;
}
