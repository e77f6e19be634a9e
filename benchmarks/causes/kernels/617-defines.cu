#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define W       TILE_WIDTH
#define PHASES  ((K + W - 1) / W);
#define MY_ROW  (blockIdx.y * W + threadIdx.y)
#define MY_COL  (blockIdx.x * W + threadIdx.x)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Mds[W][W];
    __shared__ float Nds[W][W];

    int tx = threadIdx.x;  int ty = threadIdx.y;
    int row = MY_ROW;      int col = MY_COL;
    float out = 0;

    for (int ph = 0; ph < PHASES; ++ph) {
        int mk = ph * W + tx;
        int nk = ph * W + ty;
        Mds[ty][tx] = (row < M) * (mk < K) ? A[row * K + mk] : 0;
        Nds[ty][tx] = (col < N) * (nk < K) ? B[nk * N + col] : 0;
        __syncthreads();

        for (int k = 0; k < W; ++k)
            out += Mds[ty][k] * Nds[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = out;
}
