#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ void load(float (&dst)[W][W], const float *src, int r, int c, int rows, int cols)
{
    bool inside = r < rows && c < cols;
    dst[threadIdx.y][threadIdx.x] = inside ? src[r * cols + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int last = (K - 1) / TILE_WIDTH;

    float total = 0.0f;

    for (int p = 0; p <= last; ++p) {
        load<TILE_WIDTH>(As, A, row, p * TILE_WIDTH + tx, M, K);
        load<TILE_WIDTH>(Bs, B, p * TILE_WIDTH + ty, col, K, N);
        __syncthreads();

        float part = 0.0f;
        for (int k = 0; k < TILE_WIDTH; ++k)
            part += As[ty][k] * Bs[k][tx];
        total = part;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = total;
}
