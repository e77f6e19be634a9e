#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static __device__ constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile_b[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + y;
    const int col = blockIdx.x * TILE_WIDTH + x;

    float acc;
    const int phases = ceil_div(N, TILE_WIDTH);

    for (int p = 0; p < phases; ++p) {
        const int k_of_a = p * TILE_WIDTH + x;
        const int k_of_b = p * TILE_WIDTH + y;

        float from_a = 0.0f;
        if (row < M && k_of_a < K)
            from_a = A[row * K + k_of_a];
        float from_b = 0.0f;
        if (k_of_b < K && col < N)
            from_b = B[k_of_b * N + col];

        tile_a[y][x] = from_a;
        tile_b[y][x] = from_b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += tile_a[y][k] * tile_b[k][x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
