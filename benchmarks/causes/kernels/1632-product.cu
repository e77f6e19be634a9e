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

    for (unsigned first = 0; first < K; first += TILE_WIDTH) {
        As[ty][tx] = 0.0f;
        Bs[ty][tx] = 0.0f;

        // how much of K is left behind my element?
        if (row < M && K - first - tx > 0)
            As[ty][tx] = A[row * K + first + tx];
        if (col < N && K - first - ty > 0)
            Bs[ty][tx] = B[(first + ty) * N + col];

        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            sum += As[ty][i] * Bs[i][tx];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
