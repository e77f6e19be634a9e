#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* Matrix product with tiles */
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + y;
    int col = blockIdx.x * TILE_WIDTH + x;
    float sum = 0.0f;

    for (int t = 0; t < K; t += TILE_WIDTH) {
        float a = 0.0f, b = 0.0f;            /* zero outside */
        if (row < M && t + x < K) a = A[row * K + t + x];
        if (col < N && t + y < K) b = B[(t + y) * N + col];
        As[y][x] = a;
        Bs[y][x] = b;
        __syncwarp();

        for (int k = 1; k < TILE_WIDTH; k++)
            sum += As[y][k] * Bs[k][x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
