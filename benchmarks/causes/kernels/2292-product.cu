#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    int u = threadIdx.x;
    int v = threadIdx.y;
    int y = blockIdx.y * TILE_WIDTH + v;
    int x = blockIdx.x * TILE_WIDTH + u;

    // one phase per tile
    int phases = gridDim.x;
    float dot = 0.0f;

    for (int p = 0; p < phases; p++) {
        int ax = p * TILE_WIDTH + u;
        int by = p * TILE_WIDTH + v;
        shA[v][u] = (y < M && ax < K) ? A[y * K + ax] : 0.0f;
        shB[v][u] = (by < K && x < N) ? B[by * N + x] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            dot += shA[v][k] * shB[k][u];
        __syncthreads();
    }

    if (y < M && x <= N)
        C[y * N + x] = dot;
}
