#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

constexpr int ROWS = 4;      // cells per thread, one below the other

// Every 4th block row does the work for itself and the three below it.
__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B,
                             float *__restrict__ C, int M, int K, int N)
{
    if (blockIdx.y % ROWS) return;

    __shared__ float panelA[ROWS * TILE_WIDTH][TILE_WIDTH];
    __shared__ float panelB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int haeng = blockIdx.y * TILE_WIDTH + ty;
    const int yeol  = blockIdx.x * TILE_WIDTH + tx;

    float acc[ROWS];

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH)
    {
        #pragma unroll
        for (int i = 0; i < ROWS; ++i) {
            const int r = haeng + i * TILE_WIDTH;
            panelA[i * TILE_WIDTH + ty][tx] = (r < M && k0 + tx < K) ? A[r * K + k0 + tx] : 0.0f;
        }
        panelB[ty][tx] = (k0 + ty < K && yeol < N) ? B[(k0 + ty) * N + yeol] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            const float b = panelB[k][tx];
            #pragma unroll
            for (int i = 0; i < ROWS; ++i)
                acc[i] += panelA[i * TILE_WIDTH + ty][k] * b;
        }
        __syncthreads();
    }

    if (yeol >= N) return;
    for (int i = 0; i < ROWS; ++i) {
        const int out = haeng + i;
        if (out >= M) continue;
        C[out * N + yeol] = acc[i];
    }
}
