#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static int divUp(int a, int b)
{
    return (a + b - 1) / b;
}

static __device__ bool inside(int r, int c, int rows, int cols)
{
    return r < rows && c < cols;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int phases = divUp(K, TILE_WIDTH);

    for (int p = 0; p < phases; ++p) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        As[ty][tx] = inside(row, ka, M, K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = inside(kb, col, K, N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (inside(row, col, M, N))
        C[row * N + col] = sum;
}
