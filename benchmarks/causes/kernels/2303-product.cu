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
    int numTiles = (int)ceil(K / TILE_WIDTH);

    for (int ph = 0; ph < numTiles; ++ph) {
        if ((Row < M) && (ph * TILE_WIDTH + tx < K))
            Ads[ty][tx] = A[Row * K + ph * TILE_WIDTH + tx];
        else
            Ads[ty][tx] = 0.0f;
        if ((ph * TILE_WIDTH + ty < K) && (Col < N))
            Bds[ty][tx] = B[(ph * TILE_WIDTH + ty) * N + Col];
        else
            Bds[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            Pvalue += Ads[ty][k] * Bds[k][tx];
        }
        __syncthreads();
    }

    if ((Row < M) && (Col < N))
        C[Row * N + Col] = Pvalue;
}
