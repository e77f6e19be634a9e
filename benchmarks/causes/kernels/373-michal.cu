// Podwójne buforowanie: jedna bariera na fazę wystarczy, bo bufory się zmieniają
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float acc = 0.0f;

    for (int p = 0; p < phases; ++p) {
        const int buf = p & 2;
        const int k0 = p * TILE_WIDTH;

        As[buf][ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        Bs[buf][ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += fmaf(As[buf][ty][k], Bs[buf][k][tx], acc);
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
