#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;
    int last = (K + TILE_WIDTH - 1) / TILE_WIDTH - 1;

    float Cvalue = 0.0f;
    int m = 0;
    do {
        int a_idx = m * TILE_WIDTH + tx;
        int b_idx = m * TILE_WIDTH + ty;
        As[ty][tx] = (Row < M) && (a_idx < K) ? A[Row * K + a_idx] : 0.0f;
        Bs[ty][tx] = (Col < N) && (b_idx < K) ? B[b_idx * N + Col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            Cvalue += As[ty][k] * Bs[k][tx];

        // after the last tile nothing is overwritten any more: save one barrier
        if (m < last - 1)
            __syncthreads();
        ++m;
    } while (m <= last);

    if (Row < M && Col < N)
        C[Row * N + Col] = Cvalue;
}
