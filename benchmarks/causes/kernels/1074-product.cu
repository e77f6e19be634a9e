#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Branch-free loads: indices are clamped to the last row/column, the surplus
// values are simply not used (inner loop is cut at the end of K).
__global__ void matmul_tiled(const float* __restrict__ A, const float* __restrict__ B, float* C,
                             int M, int K, int N)
{
    __shared__ float khesht_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float khesht_b[TILE_WIDTH][TILE_WIDTH];

    const int satr  = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int sotun = blockIdx.x * TILE_WIDTH + threadIdx.x;

    const float* row_a = A + min(satr, M - 1) * K;
    const float* col_b = B + min(sotun, N - 1);

    float jam = 0.f;
    for (int base = 0; base < K; base += TILE_WIDTH)
    {
        khesht_a[threadIdx.y][threadIdx.x] = row_a[min(base + (int)threadIdx.x, K - 1)];
        khesht_b[threadIdx.y][threadIdx.x] = col_b[min(base + (int)threadIdx.y, K - 1) * N];
        __syncthreads();

        const int used = min(TILE_WIDTH, K);
        for (int k = 0; k < used; ++k)
            jam += khesht_a[threadIdx.y][k] * khesht_b[k][threadIdx.x];
        __syncthreads();
    }

    if (satr < M && sotun < N)
        C[satr * N + sotun] = jam;
}
