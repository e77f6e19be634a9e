#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int Row = blockIdx.y * TILE_WIDTH + ty;
    int Col = blockIdx.x * TILE_WIDTH + tx;

    // compensated summation: comp holds what was lost by rounding
    float total = 0.0f, comp = 0.0f;

    int numTiles = K / TILE_WIDTH + (K % TILE_WIDTH != 0);
    for (int t = 0; t < numTiles; ++t) {
        int aCol = t * TILE_WIDTH + tx;
        int bRow = t * TILE_WIDTH + ty;

        if (Row < M && aCol < K) Asub[ty][tx] = A[Row * K + aCol];
        else                     Asub[ty][tx] = 0.0f;
        if (bRow < K && Col < N) Bsub[ty][tx] = B[bRow * N + Col];
        else                     Bsub[ty][tx] = 0.0f;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) {
            float term = Asub[ty][k] * Bsub[k][tx] - comp;
            float next = total + term;
            total = next;
            comp = (next - total) - term;
        }
        __syncthreads();
    }

    if (Row < M && Col < N)
        C[Row * N + Col] = total;
}
