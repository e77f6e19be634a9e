#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)

// flat tiles with one column of padding against bank conflicts; A's tile is kept transposed
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH * PITCH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        int ka = k0 + tx, kb = k0 + ty;
        sa[tx * PITCH + ty] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        sb[ty * PITCH + tx] = (col < N && kb < K) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += sa[k * PITCH + ty] * sb[k * PITCH + tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}
