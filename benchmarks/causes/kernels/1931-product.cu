#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH], subB[TILE_WIDTH][TILE_WIDTH];

    int2 local = make_int2(threadIdx.x, threadIdx.y);
    int2 global = make_int2(blockIdx.x * TILE_WIDTH + local.x, blockIdx.y * TILE_WIDTH + local.y);

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float a = 0.0f;
        float b = 0.0f;
        if (global.y < M && k0 + local.x < K)
            a = A[global.y * K + k0 + local.x];
        if (k0 + local.y < K && global.x < N)
            b = B[(k0 + local.y) * N + global.x];

        subA[local.y, local.x] = a;
        subB[local.y][local.x] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += subA[local.y][k] * subB[k][local.x];
        __syncthreads();
    }

    if (global.y < M && global.x < N)
        C[global.y * N + global.x] = sum;
}
