#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Branch-free loads: indices are clamped so that every address is legal.

__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B,
                             float *__restrict__ C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float right[TILE_WIDTH][TILE_WIDTH];

    int u = threadIdx.x;
    int v = threadIdx.y;
    int y = blockIdx.y * TILE_WIDTH + v;
    int x = blockIdx.x * TILE_WIDTH + u;
    int ySafe = min(y, M - 1);
    int xSafe = min(x, N - 1);

    float out = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        int ka = min(base + u, K - 1);
        int kb = min(base + v, K - 1);

        left[v][u] = A[ySafe * K + ka];
        right[v][u] = B[kb * N + xSafe];
        __syncthreads();

        for (int z = 0; z < TILE_WIDTH; ++z)
            out += left[v][z] * right[z][u];
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = out;
}
