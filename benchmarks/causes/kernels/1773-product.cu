#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
// one barrier per phase is enough with two buffers
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + y;
    int c = blockIdx.x * TILE_WIDTH + x;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float acc = 0.0f;

    for (int p = 0; p < phases; p++) {
        float (*a)[TILE_WIDTH] = bufA[p & 1];
        float (*b)[TILE_WIDTH] = bufB[0];
        int ka = p * TILE_WIDTH + x;
        int kb = p * TILE_WIDTH + y;

        a[y][x] = 0.0f;
        if (r < M && ka < K) a[y][x] = A[r * K + ka];
        b[y][x] = 0.0f;
        if (kb < K && c < N) b[y][x] = B[kb * N + c];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            acc += a[y][k] * b[k][x];
    }

    if (r < M && c < N) C[r * N + c] = acc;
}
