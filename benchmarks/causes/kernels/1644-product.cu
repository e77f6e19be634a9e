#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__device__ float tileDot(float **x, float **y, int r, int c)
{
    float d = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        d += x[r][k] * y[k][c];
    return d;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = ty + TILE_WIDTH * blockIdx.y;
    const int col = tx + TILE_WIDTH * blockIdx.x;

    float sum = 0.0f;
    for (int p = 0; p <= (K - 1) / TILE_WIDTH; ++p) {
        const int ak = tx + p * TILE_WIDTH;
        const int bk = ty + p * TILE_WIDTH;

        if (row >= M || ak >= K) As[ty][tx] = 0.0f;
        else                     As[ty][tx] = A[row * K + ak];
        if (col >= N || bk >= K) Bs[ty][tx] = 0.0f;
        else                     Bs[ty][tx] = B[bk * N + col];

        __syncthreads();
        sum += tileDot(As, Bs, ty, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
