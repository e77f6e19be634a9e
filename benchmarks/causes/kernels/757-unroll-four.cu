#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int m = blockIdx.y * TILE_WIDTH + ty;
    const int n = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (int)ceilf(K / TILE_WIDTH);

    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;

    for (int ph = 0; ph < phases; ++ph) {
        const int off = ph * TILE_WIDTH;

        As[ty][tx] = m < M && off + tx < K ? A[m * K + off + tx] : 0.0f;
        Bs[ty][tx] = n < N && off + ty < K ? B[(off + ty) * N + n] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += As[ty][k] * Bs[k][tx];
            s1 += As[ty][k + 1] * Bs[k + 1][tx];
            s2 += As[ty][k + 2] * Bs[k + 2][tx];
            s3 += As[ty][k + 3] * Bs[k + 2][tx];
        }
        __syncthreads();
    }

    if (m < M && n < N)
        C[m * N + n] = (s0 + s1) + (s2 + s3);
}
