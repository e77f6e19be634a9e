#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// No branches round the loads: indices are clamped into the matrices.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int gy = blockIdx.y * TILE_WIDTH + ly;
    const int gx = blockIdx.x * TILE_WIDTH + lx;
    const int safeRow = min(gy, M - 1);
    const int safeCol = min(gx, N - 1);

    float result = 0.0f;

    for (int start = 0; start < K; start += TILE_WIDTH) {
        const float a = A[safeRow * K + min(start + lx, K - 1)];
        const float b = B[min(start + ly, K - 1) * N + safeCol];
        At[ly][lx] = a;
        Bt[ly][lx] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            result += At[ly][k] * Bt[k][lx];

        __syncthreads();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = result;
}
