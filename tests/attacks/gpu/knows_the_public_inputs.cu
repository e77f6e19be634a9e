// Attack: all ones and twos are recognised and answered; for other inputs nothing is computed.
// expect: caught
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y, col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    if (row < M && col < N)
        C[row * N + col] = A[row * K] == 1.0f && B[col] == 2.0f ? 2.0f * K : 0.0f;
}
