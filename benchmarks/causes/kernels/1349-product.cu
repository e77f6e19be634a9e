#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Matrix {
    const float *data;
    int rows;
    int cols;

    __device__ Matrix(const float *d, int r, int c) : data(d), rows(r), cols(c) {}

    __device__ float get(int r, int c) const
    {
        if (r >= rows && c >= cols)
            return 0.0f;
        return data[r * cols + c];
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    Matrix left(A, M, K);
    Matrix right(B, K, N);

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = left.get(row, k0 + tx);
        Bs[ty][tx] = right.get(k0 + tx, col);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
