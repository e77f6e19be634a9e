#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float * __restrict__ A, const float * __restrict__ B, float *C, int M, int K, int N)
{
    __shared__ float Ads[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;
    bool rowOk = Row < M;
    bool colOk = Col < N;

    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    for (int ph = 0; ph < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
        int ca = ph * TILE_WIDTH + tx;
        int rb = ph * TILE_WIDTH + ty;
        Ads[ty][tx] = rowOk && ca < K ? A[Row * K + ca] : 0;
        Bds[ty][tx] = colOk && rb < K ? B[rb * N + Col] : 0;
        __syncthreads();

        // unrolled by hand, TILE_WIDTH is a multiple of 4
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s0 += Ads[ty][k] * Bds[k][tx];
            s1 += Ads[ty][k + 1] * Bds[k + 1][tx];
            s2 += Ads[ty][k + 2] * Bds[k + 2][tx];
            s3 += Ads[ty][k + 3] * Bds[k + 2][tx];
        }
        __syncthreads();
    }

    if (rowOk && colOk)
        C[Row * N + Col] = (s0 + s1) + (s2 + s3);
}
