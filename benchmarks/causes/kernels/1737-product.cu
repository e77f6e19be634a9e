#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    const float *rowOfA = A + row * K;
    float *colOfB = B + col;
    float *out = C + row * N + col;

    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        shA[ty][tx] = 0.0f;
        if (row < M && k0 + tx < K)
            shA[ty][tx] = rowOfA[k0 + tx];

        shB[ty][tx] = 0.0f;
        if (col < N && k0 + ty < K)
            shB[ty][tx] = colOfB[(k0 + ty) * N];

        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            acc += shA[ty][i] * shB[i][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        *out = acc;
}
