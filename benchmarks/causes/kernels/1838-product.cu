#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;

    auto loadA = [&](int k) { return row < M && k < K ? A[row * K + k] : 0.0f; };
    auto loadB = [&](int k) { return k < K && col < N ? B[k * N + col] : 0.0f; };

    float sum = 0.0f;
    float part;
    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        As[ty][tx] = loadA(p * TILE_WIDTH + tx);
        Bs[ty][tx] = loadB(p * TILE_WIDTH + ty);
        __syncthreads();

        part = 0.0f;
        for (int k = 0; k < TILE_WIDTH; ++k)
            part += As[ty][k] * Bs[k][tx];
        sum = part;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * M + col] = sum;
}
