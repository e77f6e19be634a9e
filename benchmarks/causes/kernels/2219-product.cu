#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    auto loadA = [=](int k) { return row < M && k < K ? A[row * K + k] : 0.0f; };
    auto loadB = [](int k) { return k < K && col < N ? B[k * N + col] : 0.0f; };

    float sum = 0.0f;
    for (int start = 0; start < K; start += TILE_WIDTH) {
        As[ty][tx] = loadA(start + tx);
        Bs[ty][tx] = loadB(start + ty);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
