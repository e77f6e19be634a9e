#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[T][T];
    __shared__ float sB[T][T];

    unsigned int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;
    float value = 0;

    int p = 0;
    while (p * T < K) {
        int kCol = p * T + tx;
        int kRow = p * T + ty;

        float a = 0, b = 0;
        if (row < M && kCol < K)
            a = A[row * K + kCol];
        if (col < N)
            b = B[kRow * N + col];
        sA[ty][tx] = a;
        sB[ty][tx] = b;
        __syncthreads();

        for (int k = 0; k < T; ++k)
            value += sA[ty][k] * sB[k][tx];
        __syncthreads();
        p++;
    }

    if (row < M && col < N)
        C[row * N + col] = value;
}
