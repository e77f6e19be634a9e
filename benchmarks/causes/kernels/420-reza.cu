#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// ضرب دو ماتریس
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float TA[TILE_WIDTH][TILE_WIDTH + 1];
    float TB[TILE_WIDTH][TILE_WIDTH + 1];

    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;   // satr
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;   // sotun
    float javab = 0.0f;

    for (int m = 0; m < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++m) {
        int ka = m * TILE_WIDTH + threadIdx.x;
        int kb = m * TILE_WIDTH + threadIdx.y;

        // TA tranahade zakhire mishavad (transposed)
        if (i < M && ka < K)
            TA[threadIdx.x][threadIdx.y] = A[i * K + ka];
        else
            TA[threadIdx.y][threadIdx.x] = 0.0f;

        if (kb < K && j < N)
            TB[threadIdx.y][threadIdx.x] = B[kb * N + j];
        else
            TB[threadIdx.y][threadIdx.x] = 0.0f;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            javab += TA[k][threadIdx.y] * TB[k][threadIdx.x];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = javab;
}
