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

    int base = 0;
    float sum = 0.0f;

    auto fill = [=]() {
        const int ka = base + tx;
        const int kb = base + ty;
        As[ty][tx] = row < M && ka < K ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = kb < K && col < N ? B[kb * N + col] : 0.0f;
    };
    auto add = [&]() {
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
    };

    while (base < K) {
        fill();
        __syncthreads();
        add();
        __syncthreads();
        base += TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
