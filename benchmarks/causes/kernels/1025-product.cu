#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// 2 x 2 cells per thread: a block with even indices does the work of four blocks, the others leave at once.
#define SPAN (2 * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    if ((blockIdx.x & 1) || (blockIdx.y & 1))
        return;

    __shared__ float As[SPAN][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][SPAN];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int r0 = blockIdx.y * TILE_WIDTH + ty;
    const int c0 = blockIdx.x * TILE_WIDTH + tx;
    const int r1 = r0 + TILE_WIDTH;
    const int c1 = c0 + TILE_WIDTH;

    float c00 = 0, c01 = 0, c10 = 0, c11 = 0;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        const int ka = k0 + tx;
        const int kb = k0 + ty;
        As[ty][tx]              = (r0 < M && ka < K) ? A[r0 * K + ka] : 0.0f;
        As[ty + TILE_WIDTH][tx] = (r1 < M && ka < K) ? A[r1 * K + ka] : 0.0f;
        Bs[ty][tx]              = (kb < K && c0 < N) ? B[kb * N + c0] : 0.0f;
        Bs[ty][tx + TILE_WIDTH] = (kb < K && c1 < N) ? B[kb * N + c1] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            const float a0 = As[ty][k];
            const float a1 = As[ty + TILE_WIDTH][k];
            const float b0 = Bs[k][tx];
            const float b1 = Bs[k][tx + TILE_WIDTH];
            c00 += a0 * b0;
            c01 += a0 * b1;
            c10 += a0 * b1;
            c11 += a1 * b1;
        }
        __syncthreads();
    }

    if (r0 < M && c0 < N) C[r0 * N + c0] = c00;
    if (r0 < M && c0 < N) C[r0 * N + c1] = c01;
    if (r1 < M && c0 < N) C[r1 * N + c0] = c10;
    if (r1 < M && c1 < N) C[r1 * N + c1] = c11;
}
