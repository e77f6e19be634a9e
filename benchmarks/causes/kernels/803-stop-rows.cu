#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blockA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blockB[TILE_WIDTH][TILE_WIDTH];

    const int2 local = make_int2(threadIdx.x, threadIdx.y);
    const int2 global = make_int2(blockIdx.x * TILE_WIDTH + local.x,
                                  blockIdx.y * TILE_WIDTH + local.y);
    float *cell = C + global.y * M + global.x;

    float res = 0.0f;
    for (int start = 0; start < K && global.y < M; start += TILE_WIDTH) {
        const int ca = start + local.x;
        const int rb = start + local.y;

        if (global.y < M && ca < K)
            blockA[local.y][local.x] = A[global.y * K + ca];
        else
            blockA[local.y][local.x] = 0.0f;

        if (global.x < N && rb < K)
            blockB[local.y][local.x] = B[rb * N + global.x];
        else
            blockB[local.y][local.x] = 0.0f;

        __syncthreads();
        for (int k = TILE_WIDTH - 1; k >= 0; --k)
            res += blockA[local.y][k] * blockB[k][local.x];
        __syncthreads();
    }

    if (global.y < M && global.x < N)
        *cell = res;
}
