#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    int remaining = N;      // how much of K is still to do
    int done = 0;
    while (remaining > 0) {
        As[ty][tx] = 0.0f;
        Bs[ty][tx] = 0.0f;
        if (tx < remaining && row < M) As[ty][tx] = A[row * K + done + tx];
        __syncthreads();
        if (ty < remaining && col < N) Bs[ty][tx] = B[(done + ty) * N + col];

        for (int j = 0; j < TILE_WIDTH; j++)
            sum += As[ty][j] * Bs[j][tx];
        __syncthreads();

        done += TILE_WIDTH;
        remaining -= TILE_WIDTH;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
