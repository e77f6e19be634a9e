#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float oA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float oB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int hang = blockIdx.y * TILE_WIDTH + ty;
    int cot = blockIdx.x * TILE_WIDTH + tx;
    float tong = 0;

    // ka: cot cua A, kb: hang cua B
    for (int ka = tx, kb = ty; ka < K; ka += TILE_WIDTH, kb += TILE_WIDTH) {
        oA[ty][tx] = 0;
        oB[ty][tx] = 0;
        if (hang < M && ka < K) oA[ty][tx] = A[hang * K + ka];
        if (kb < K && cot < N) oB[ty][tx] = B[kb * N + cot];
        __syncthreads();

        for (int n = 0; n != TILE_WIDTH; ++n)
            tong += oA[ty][n] * oB[n][tx];
        __syncthreads();
    }

    if (hang < M && cot < N)
        C[hang * N + cot] = tong;
}
