#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float top[TILE_WIDTH][TILE_WIDTH];

    const int u = threadIdx.x;
    const int v = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + v;
    const int c = blockIdx.x * TILE_WIDTH + u;

    int k0 = 0;
    float sum = 0.0f;

    auto stage = [=]() {
        left[v][u] = (r < M && k0 + u < K) ? A[r * K + k0 + u] : 0.0f;
        top[v][u] = (c < N && k0 + v < K) ? B[(k0 + v) * N + c] : 0.0f;
    };

    auto multiply = [&]() {
        for (int i = 0; i < TILE_WIDTH; ++i)
            sum += left[v][i] * top[i][u];
    };

    while (k0 < K) {
        stage();
        __syncthreads();
        multiply();
        __syncthreads();
        k0 += TILE_WIDTH;
    }

    if (r < M && c < N)
        C[r * N + c] = sum;
}
