#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* two tiles' worth of K per round: half as many barriers */
#define DEPTH (2 * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][DEPTH];
    __shared__ float tB[DEPTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    const bool rowOk = row < M, colOk = col < N;
    float acc = 0.f;

    for (int s = 0; s < K; s += DEPTH) {
        const int a0 = s + tx, a1 = a0 + TILE_WIDTH;
        const int b0 = s + ty, b1 = b0 + TILE_WIDTH;

        tA[ty][tx]              = rowOk && a0 < K ? A[row * K + a0] : 0.f;
        tA[ty][tx + TILE_WIDTH] = rowOk && a1 < K ? A[row * K + a1] : 0.f;
        tB[ty][tx]              = colOk && b0 < K ? B[b0 * N + col] : 0.f;
        tB[ty + TILE_WIDTH][tx] = colOk && b1 < K ? B[b0 * N + col] : 0.f;
        __syncthreads();

        for (int d = 0; d < DEPTH; ++d)
            acc = fmaf(tA[ty][d], tB[d][tx], acc);
        __syncthreads();
    }

    if (rowOk && colOk)
        C[row * N + col] = acc;
}
