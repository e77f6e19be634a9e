#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Tiles are flat; the B tile is swizzled with XOR.
__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                             int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH * TILE_WIDTH];

    const unsigned tx = threadIdx.x;
    const unsigned ty = threadIdx.y;
    const int r = (int)(blockIdx.y * TILE_WIDTH + ty);
    const int c = (int)(blockIdx.x * TILE_WIDTH + tx);

    float total = 0.0f;

    for (int start = 0; start < K; start += TILE_WIDTH) {
        const int ka = start + (int)tx;
        const int kb = start + (int)ty;

        sa[ty * TILE_WIDTH + tx] = (r < M && ka < K) ? A[r * K + ka] : 0.0f;
        sb[ty * TILE_WIDTH + (tx ^ ty)] = (kb < K && c < N) ? B[kb * N + c] : 0.0f;
        __syncthreads();

#pragma unroll
        for (unsigned q = 0; q < TILE_WIDTH; ++q)
            total += sa[ty * TILE_WIDTH + q] * sb[q * TILE_WIDTH + (tx ^ ty)];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = total;
}
