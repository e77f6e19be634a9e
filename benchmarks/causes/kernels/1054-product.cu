#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Moi luong tinh 2 o cua C (cung hang, cach nhau TILE_WIDTH cot).
// Khoi co blockIdx.x chan lam viec cho ca khoi ben phai, khoi le nghi.
__global__ void matmul_tiled(const float* A, const float* B, float* C, int M, int K, int N) {
    if (blockIdx.x % 2 != 0) return;

    __shared__ float oA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float oB[TILE_WIDTH][2 * TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int hang = blockIdx.y * TILE_WIDTH + ty;
    const int cot0 = blockIdx.x * TILE_WIDTH + tx;
    const int cot1 = cot0 + TILE_WIDTH;

    float tong0 = 0.0f, tong1 = 0.0f;

    for (int buoc = 0; buoc < K; buoc += TILE_WIDTH) {
        const int kA = buoc + tx;
        const int kB = buoc + ty;

        oA[ty][tx] = (hang < M && kA < K) ? A[hang * K + kA] : 0.0f;
        oB[ty][tx] = (kB < K && cot0 < N) ? B[kB * N + cot0] : 0.0f;
        oB[ty][tx + TILE_WIDTH] = (kB < K && cot1 < N) ? B[kB * N + cot1] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            const float a = oA[ty][k];
            tong0 += a * oB[k][tx];
            tong1 += a * oB[k][tx + TILE_WIDTH];
        }
        __syncthreads();
    }

    if (hang < M) {
        if (cot0 < N) C[hang * N + cot0] = tong0;
        if (cot0 < N) C[hang * N + cot1] = tong1;
    }
}
