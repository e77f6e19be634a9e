#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0; ; ++p) {
        int kx = p * TILE_WIDTH + tx;
        int ky = p * TILE_WIDTH + ty;
        if (kx >= K)
            break;                      // K is used up

        float a = 0.0f;
        if (row < M && kx < K)
            a = A[row * N + kx];
        As[ty][tx] = a;

        float b = 0.0f;
        if (col < N && ky < K)
            b = B[ky * N + col];
        Bs[ty][tx] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
