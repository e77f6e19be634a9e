#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef unsigned long long u64;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    static __shared__ float plytkaA[TILE_WIDTH][TILE_WIDTH];
    static __shared__ float plytkaB[TILE_WIDTH][TILE_WIDTH];

    const u64 m = M, kk = K, n = N;
    const u64 tx = threadIdx.x, ty = threadIdx.y;
    const u64 row = (u64)blockIdx.y * TILE_WIDTH + ty;
    const u64 col = (u64)blockIdx.x * TILE_WIDTH + tx;

    float s = 0.0f;

    for (u64 base = 0; base < kk; base += TILE_WIDTH) {
        plytkaA[ty][tx] = (row < m && base + tx < kk) ? A[row * kk + base + tx] : 0.0f;
        plytkaB[ty][tx] = (col < n && base + ty < kk) ? B[(base + ty) * n + col] : 0.0f;
        __syncthreads();

        for (int q = 0; q < TILE_WIDTH; q += 2) {
            s += plytkaA[ty][q] * plytkaB[q][tx];
            s += plytkaA[ty][q + 1] * plytkaB[q + 1][tx];
        }

        __syncwarp();
    }

    if (row < m && col < n)
        C[row * kk + col] = s;
}
