#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float A_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float B_s[TILE_WIDTH][TILE_WIDTH];

    unsigned int Row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    unsigned int Col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float Pvalue = 0.0f;

    for (unsigned int tile = 0; tile < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++tile) {
        unsigned int aCol = tile * TILE_WIDTH + threadIdx.x;
        unsigned int bRow = tile * TILE_WIDTH + threadIdx.y;

        if (Row < M && aCol < K)
            A_s[threadIdx.y][threadIdx.x] = A[Row * K + aCol];
        else
            A_s[threadIdx.y][threadIdx.x] = 0.0f;

        if (bRow < K && Col < N)
            B_s[threadIdx.y][threadIdx.x] = B[bRow * N + Col];
        else
            B_s[threadIdx.y][threadIdx.x] = 0.0f;

        __syncthreads();

        for (unsigned int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += A_s[threadIdx.y][i] * B_s[i][threadIdx.x];

        __syncthreads();
    }

    if (Row < M && Col < N)
        C[Row * N + col] = Pvalue;
}
