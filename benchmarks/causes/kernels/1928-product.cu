#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];
    int bx = blockIdx.x;
    int by = blockIdx.y;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int Row = by * blockDim.y + ty;
    int Col = bx * blockDim.x + tx;
    float Cvalue = 0.0;

    for (int t = 0; t <= (K - 1) / TILE_WIDTH; ++t) {
        if (Row < M && t * TILE_WIDTH + tx < K) {
            ds_A[ty][tx] = A[Row * K + t * TILE_WIDTH + tx];
        } else {
            ds_A[ty][tx] = 0.0;
        }
        if (t * TILE_WIDTH + ty < K && Col < N) {
            ds_B[ty][tx] = B[(t * TILE_WIDTH + ty) * N + Col]
        } else {
            ds_B[ty][tx] = 0.0;
        }
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            Cvalue += ds_A[ty][i] * ds_B[i][tx];
        __syncthreads();
    }
    if (Row < M && Col < N)
        C[Row * N + Col] = Cvalue;
}
