#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Mat {
    const float *p;
    int rows, cols;
    __device__ float get(int r, int c) const
    {
        if (r >= rows || c >= cols) return 0.0f;
        return p[r * cols + c];
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    Mat a = {A, M, K};
    Mat b = {B, N, K};

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0; p < K; p += TILE_WIDTH) {
        As[ty][tx] = a.get(row, tx);
        Bs[ty][tx] = b.get(p + ty, col);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
