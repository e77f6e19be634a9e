#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int idx = ty * TILE_WIDTH + tx;
        int kx = p * TILE_WIDTH + tx;
        int ky = p * TILE_WIDTH + ty;

        shA[idx] = 0.0f;
        if (row < M && kx < K) {
            shA[idx] = A[row * K + kx];
        }

        shB[idx] = 0.0f;
        if (ky < K && col < N) {
            shB[idx] = B[ky * N + col];
        }

        __syncthreads();

        const float *pa = shA + ty * TILE_WIDTH;
        const float *pb = shB + tx;
        for (int k = 0; k < TILE_WIDTH; ++k) {
            sum += pa[k] * pb[k];
        }

        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
