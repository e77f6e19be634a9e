#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define DEPTH (2 * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_s[TILE_WIDTH][DEPTH];
    __shared__ float b_s[DEPTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + ty;
    int c = blockIdx.x * TILE_WIDTH + tx;
    int rounds = (K + DEPTH - 1) / DEPTH;
    float out = 0.0f;

    for (int q = 0; q < rounds; q++) {
        int ka = q * DEPTH + tx;
        int kb = q * DEPTH + ty;

        a_s[ty][tx]              = (r < M && ka < K)              ? A[r * K + ka]              : 0.0f;
        a_s[ty][tx + TILE_WIDTH] = (r < M && ka + TILE_WIDTH < K) ? A[r * K + ka + TILE_WIDTH] : 0.0f;
        b_s[ty][tx]              = (c < N && kb < K)              ? B[kb * N + c]              : 0.0f;
        b_s[ty + TILE_WIDTH][tx] = (c < N && kb < K)              ? B[(kb + TILE_WIDTH) * N + c] : 0.0f;
        __syncthreads();

#pragma unroll
        for (int k = 0; k < DEPTH; k++)
            out += a_s[ty][k] * b_s[k][tx];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = out;
}
