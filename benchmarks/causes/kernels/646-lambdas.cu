#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float lhs[TILE_WIDTH][TILE_WIDTH];
    __shared__ float rhs[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + y;
    const int j = blockIdx.x * TILE_WIDTH + x;
    float total = 0.0f;

    auto fetch = [](const float *m, int r, int c, int rows, int cols) {
        return (r < rows && c < cols) ? m[r * cols + c] : 0.0f;
    };
    auto multiply = [=]() mutable {
        for (int k = 0; k < TILE_WIDTH; ++k)
            total += lhs[y][k] * rhs[k][x];
    };

    const int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int s = 0; s < steps; ++s) {
        lhs[y][x] = fetch(A, i, s * TILE_WIDTH + x, M, K);
        rhs[y][x] = fetch(B, s * TILE_WIDTH + y, j, K, N);
        __syncthreads();
        multiply();
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = total;
}
