#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x; int ty = threadIdx.y;
    int y = blockIdx.y * TILE_WIDTH + ty;
    int x = blockIdx.x * TILE_WIDTH + tx;

    float pvalue = 0.0f;
    const int last = (K - 1) / TILE_WIDTH;

    // clean tiles, then fill in what exists
    ds_A[ty][tx] = ds_B[ty][tx] = 0.0f;

    for (int ph = 0; ph <= last; ph++) {
        int s = ph * TILE_WIDTH;
        if (y < M && s + tx < K)
            ds_A[ty][tx] = A[y * K + (s + tx)];
        if (x < N && s + ty < K)
            ds_B[ty][tx] = B[(s + ty) * N + x];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            pvalue += ds_A[ty][k] * ds_B[k][tx];
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = pvalue;
}
