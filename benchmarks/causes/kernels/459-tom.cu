#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float s[TILE_WIDTH][TILE_WIDTH], t[TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * TILE_WIDTH + y, j = blockIdx.x * TILE_WIDTH + x;
    float c = 0;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float a = 0, b = 0;
        if (i < M && j < N && k0 + x < K) a = A[i * K + k0 + x];
        if (j < N && k0 + y < K) b = B[(k0 + y) * N + j];
        s[y][x] = a;
        t[y][x] = b;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++) c += s[y][k] * t[k][x];
        __syncthreads();
    }
    if (i < M && j < N) C[i * N + j] = c;
}
