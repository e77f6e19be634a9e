#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static __device__ float load(const float *src, int y, int x, int height, int width)
{
    if (y >= height || x >= width)
        return 0.0f;
    return src[y * width + x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0, n = (K + TILE_WIDTH - 1) / TILE_WIDTH; p != n; ++p) {
        As[ty][tx] = load(A, row, p * TILE_WIDTH + tx, M, K);
        Bs[ty][tx] = load(B, p * TILE_WIDTH + ty, col, N, K);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = As[ty][k];
            float b = Bs[tx][k];
            sum += a * b;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
