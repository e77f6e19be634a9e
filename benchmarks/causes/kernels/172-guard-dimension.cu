#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sharedA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sharedB[TILE_WIDTH][TILE_WIDTH];

    auto tx = threadIdx.x;
    auto ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    int p = 0;

    while (p * TILE_WIDTH < K) {
        int kA = p * TILE_WIDTH + tx;
        int kB = p * TILE_WIDTH + ty;

        bool okA = row < M && kA < N;
        bool okB = kB < K && col < N;

        sharedA[ty][tx] = okA ? A[row * K + kA] : 0.0f;
        sharedB[ty][tx] = okB ? B[kB * N + col] : 0.0f;

        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++)
            sum += sharedA[ty][i] * sharedB[i][tx];
        __syncthreads();
        p++;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
