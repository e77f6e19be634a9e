#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ads[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x;  int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0;
    int last = (K - 1) / TILE_WIDTH;

    for (int ph = 0; ph <= last; ++ph) {
        int start = ph * TILE_WIDTH;

        // the last tile may be narrower
        int width = TILE_WIDTH;
        if (ph == last)
            width = K % TILE_WIDTH;

        Ads[ty][tx] = (Row < M && tx < width) ? A[Row * K + start + tx] : 0.0f;
        Bds[ty][tx] = (ty < width && Col < N) ? B[(start + ty) * N + Col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < width; ++k)
            Pvalue += Ads[ty][k] * Bds[k][tx];
        __syncthreads();
    }

    if (Row < M && Col < N)
        C[Row * M + Col] = Pvalue;
}
