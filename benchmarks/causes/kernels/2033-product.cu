#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// acc = acc + a * b
__device__ void mac(float acc, float a, float b)
{
    acc = acc + a * b;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    dim3 t = threadIdx;
    int row = blockIdx.y * blockDim.y + t.y;
    int col = blockIdx.x * blockDim.x + t.x;
    float acc = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int k1 = p * TILE_WIDTH + t.x;
        int k2 = p * TILE_WIDTH + t.y;

        shA[t.y][t.x] = 0.0f;
        shB[t.y][t.x] = 0.0f;
        if (row < M && k1 < K)
            shA[t.y][t.x] = A[row * K + k1];
        if (col < N && k2 < K)
            shB[t.y][t.x] = B[k2 * N + col];
        __syncthreads();

        for (int k = TILE_WIDTH - 1; k >= 0; --k)
            mac(acc, shA[t.x][k], shB[k][t.x]);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
