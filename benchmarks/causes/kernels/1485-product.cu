#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_s[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_s[TILE_WIDTH][TILE_WIDTH];
    int by = blockIdx.y, bx = blockIdx.x;
    int ty = threadIdx.y, tx = threadIdx.x;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;
    float Cvalue = 0;
    int numTiles = (int)ceilf(K / TILE_WIDTH);

    for (int m = 0; m < numTiles; m++) {
        if (Row < M && (m * TILE_WIDTH + tx) < K)
            a_s[ty][tx] = A[Row * K + m * TILE_WIDTH + tx];
        else
            a_s[ty][tx] = 0;
        if ((m * TILE_WIDTH + ty) < K && Col < N)
            b_s[ty][tx] = B[(m * TILE_WIDTH + ty) * N + Col];
        else
            b_s[ty][tx] = 0;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++) {
            Cvalue += a_s[ty][k] * b_s[k][tx];
        }
        __syncthreads();
    }
    if (Row < M && Col < N) {
        C[Row * N + Col] = Cvalue;
    }
}
