#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;  int ty = threadIdx.y;

    // Identify the row and column of the C element to work on
    int Row = blockIdx.x * TILE_WIDTH + ty;
    int Col = blockIdx.y * TILE_WIDTH + tx;

    float Pvalue = 0;
    int q = 0;
    int Q = (int)ceilf(K / (float)TILE_WIDTH);

    while (q < Q) {
        Mds[ty][tx] = (Row < M) && (q * TILE_WIDTH + tx < K) ? A[Row * K + q * TILE_WIDTH + tx] : 0.0f;
        Nds[ty][tx] = (Col < N) && (q * TILE_WIDTH + ty < K) ? B[(q * TILE_WIDTH + ty) * N + Col] : 0.0f;
        __syncthreads();

        float part = 0.0f;
        for (int k = 0; k < TILE_WIDTH; ++k)
            part += Mds[ty][k] * Nds[k][tx];
        Pvalue = part;
        __syncthreads();
        ++q;
    }

    if ((Row < M) && (Col < N))
        C[Row * N + Col] = Pvalue;
}
