#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int bx = blockIdx.x, by = blockIdx.y;

    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    const int Row = by * TILE_WIDTH + ty;
    const int Col = bx * TILE_WIDTH + tx;
    const bool rowOk = Row < M;
    const bool colOk = Col < N;

    // nothing to store for this thread
    if (!rowOk || !colOk) return;

    float Cvalue = 0.0f;
    for (int m = 0; m < (K - 1) / TILE_WIDTH + 1; ++m) {
        const int aCol = m * TILE_WIDTH + tx;
        const int bRow = m * TILE_WIDTH + ty;
        if (rowOk && aCol < K) Asub[ty][tx] = A[Row * K + aCol];
        else                   Asub[ty][tx] = 0.0f;
        if (colOk && bRow < K) Bsub[ty][tx] = B[bRow * N + Col];
        else                   Bsub[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            Cvalue += Asub[ty][k] * Bsub[k][tx];
        __syncthreads();
    }

    C[Row * N + Col] = Cvalue;
}
