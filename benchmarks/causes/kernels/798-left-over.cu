#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const unsigned tx = threadIdx.x;
    const unsigned ty = threadIdx.y;
    const int m = blockIdx.y * TILE_WIDTH + ty;
    const int n = blockIdx.x * TILE_WIDTH + tx;

    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    float out = 0.0f;
    int k0 = 0;
    do {
        float fromA = 0.0f;
        if (m < M && K - k0 - tx > 0)
            fromA = A[m * K + k0 + tx];

        float fromB = 0.0f;
        if (n < N && k0 + ty < K)
            fromB = B[(k0 + ty) * N + n];

        As[ty][tx] = fromA;
        Bs[ty][tx] = fromB;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 2) {
            out += As[ty][k] * Bs[k][tx];
            out += As[ty][k + 1] * Bs[k + 1][tx];
        }
        __syncthreads();

        k0 += TILE_WIDTH;
    } while (k0 < K);

    if (m < M && n < N)
        C[m * N + n] = out;
}
