#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int cell_x = blockDim.x * blockIdx.x + threadIdx.x;
    const int cell_y = blockDim.y * blockIdx.y + threadIdx.y;
    if (cell_x >= N || cell_y >= M) return;

    float acc = 0.0f;
    int a = cell_y * K, b = cell_x;
    while (a < (cell_y + 1) * K) {
        acc += A[a] * B[b];
        a += 1;
        b += N;
    }
    C[cell_y * N + cell_x] = acc;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH], sb[TILE_WIDTH][TILE_WIDTH], acc;
    const uint3 t = threadIdx;
    const int cell_x = TILE_WIDTH * blockIdx.x + t.x;
    const int cell_y = TILE_WIDTH * blockIdx.y + t.y;
    const bool x_ok = cell_x < N, y_ok = cell_y < M;
    const int phases = K / TILE_WIDTH + (K % TILE_WIDTH != 0);

    acc = 0.0f;
    for (int p = 0; p < phases; ++p) {
        const int ka = p * TILE_WIDTH + t.x;
        const int kb = p * TILE_WIDTH + t.y;
        sa[t.y][t.x] = y_ok && ka < K ? A[cell_y * K + ka] : 0.0f;
        sb[t.y][t.x] = x_ok && kb < K ? B[kb * N + cell_x] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            acc += sa[t.y][i] * sb[i][t.x];
        __syncthreads();
    }

    if (x_ok && y_ok)
        C[cell_y * N + cell_x] = acc;
}
