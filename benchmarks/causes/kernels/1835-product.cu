#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float s_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float s_b[TILE_WIDTH][TILE_WIDTH];

    auto row = static_cast<int>(blockIdx.y * TILE_WIDTH + threadIdx.y);
    auto col = static_cast<int>(blockIdx.x * TILE_WIDTH + threadIdx.x);
    auto lx = static_cast<int>(threadIdx.x);
    auto ly = static_cast<int>(threadIdx.y);
    auto acc = 0.0f;

    // from the last tile back to the first
    for (int p = (K + TILE_WIDTH - 1) / TILE_WIDTH - 1; p >= 0; --p) {
        const int first = p * TILE_WIDTH;
        if (row < M && first + lx < K) {
            s_a[ly][lx] = A[row * K + first + lx];
        } else {
            s_a[ly][lx] = 0.0f;
        }
        if (first + ly < K && col < N) {
            s_b[ly][lx] = B[(first + ly) * N + col];
        } else {
            s_b[ly][lx] = 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) {
            acc += s_a[ly][k] * s_b[k][lx];
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = acc;
    }
}
