#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define SYNC() __syncthreads()

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH];

    int lx = threadIdx.x, ly = threadIdx.y;
    int gx = blockIdx.x * TILE_WIDTH + lx;
    int gy = blockIdx.y * TILE_WIDTH + ly;
    float dot = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        a_tile[ly][lx] = (gy < M && k0 + lx < K) ? A[gy * K + k0 + lx] : 0.0f;
        b_tile[ly][lx] = (gx < N && k0 + ly < K) ? B[(k0 + ly) * N + gx] : 0.0f
        SYNC();
        for (int k = 0; k < TILE_WIDTH; ++k)
            dot += a_tile[ly][k] * b_tile[k][lx];
        SYNC();
    }

    if (gy < M && gx < N)
        C[gy * N + gx] = dot;
}
