#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    int fazy = K / TILE_WIDTH;
    // reszta potrzebuje jeszcze jednej fazy
    if (K % TILE_WIDTH == 0)
        fazy = fazy + 1;

    for (int p = 0; p < fazy; ++p) {
        int akol = p * TILE_WIDTH + tx;
        int bwie = p * TILE_WIDTH + ty;
        if (row < M && akol < K)
            As[ty][tx] = A[row * K + akol];
        else
            As[ty][tx] = 0.0f;
        if (bwie < K && col < N)
            Bs[ty][tx] = B[bwie * N + col];
        else
            Bs[ty][tx] = 0.0f;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum = sum + As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
