#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef unsigned int uint_t;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH], b_tile[TILE_WIDTH][TILE_WIDTH];

    const uint_t m = M, n = N, kk = K;
    const uint_t y = threadIdx.y, x = threadIdx.x;
    const uint_t gy = y + blockIdx.y * TILE_WIDTH;
    const uint_t gx = x + blockIdx.x * TILE_WIDTH;

    float dot = 0.0f;
    uint_t done = 0;
    do {
        a_tile[y][x] = gy < m && done + x < kk ? A[gy * kk + done + x] : 0.0f;
        b_tile[y][x] = gx < n && done + y < kk ? B[(done + y) * n + gx] : 0.0f;
        __syncthreads();

        for (uint_t k = TILE_WIDTH - 1; k > 0; --k)
            dot = fmaf(a_tile[y][k], b_tile[k][x], dot);

        __syncthreads();
        done += TILE_WIDTH;
    } while (done < kk);

    if (gy < m && gx < n)
        C[gy * n + gx] = dot;
}
