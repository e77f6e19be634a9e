#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define TW TILE_WIDTH

// producto escalar de una fila de a y una columna de b
__device__ float punto(float a[TW][TW], float b[TW][TW], int i, int j)
{
    float s = 0.0f;
    for (int k = 0; k < TW; k++)
        s += a[i][k] * b[k][j];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TW][TW];
    __shared__ float Bs[TW][TW];
    int j = threadIdx.x, i = threadIdx.y;
    int row = blockIdx.y * TW + i, col = blockIdx.x * TW + j;
    float total = 0.0f;

    for (int p = 0; p * TW < K; p++) {
        As[i][j] = 0.0f;
        Bs[i][j] = 0.0f;
        if (row < M && p * TW + j < K)
            As[i][j] = A[row * K + p * TW + j];
        if (p * TW + i < K && col < N)
            Bs[i][j] = B[(p * TW + i) * N + col];
        __syncthreads();
        total = punto(As, Bs, i, j);
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = total;
}
