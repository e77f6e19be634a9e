#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float right[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int r = y + TILE_WIDTH * blockIdx.y;
    const int c = x + TILE_WIDTH * blockIdx.x;
    int offset = 0;

    auto fetchLeft = [=]() -> float {
        int k = offset + x;
        if (r >= M || k >= K) return 0.f;
        return A[r * K + k];
    };
    auto fetchRight = [&]() -> float {
        int k = offset + y;
        if (c >= N || k >= K) return 0.f;
        return B[k * N + c];
    };

    float total = 0.f;
    while (offset < K) {
        left[y][x] = fetchLeft();
        right[y][x] = fetchRight();
        __syncthreads();
#pragma unroll
        for (int q = 0; q < TILE_WIDTH; q++)
            total += left[y][q] * right[q][x];
        __syncthreads();
        offset += TILE_WIDTH;
    }

    if (r < M && c < N)
        C[r * N + c] = total;
}
