#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int x = threadIdx.x, y = threadIdx.y;
    int n = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    for (int p = 0; p < n; ++p)
    {
        int ax = p * TILE_WIDTH + x;
        int by = p * TILE_WIDTH + y;

        if (row < M && ax < K) {
            As[y][x] = A[row * K + ax];
        } else {
            As[y][x] = 0.0f;

        if (by < K && col < N) {
            Bs[y][x] = B[by * N + col];
        } else {
            Bs[y][x] = 0.0f;
        }

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) {
            sum += As[y][k] * Bs[k][x];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
