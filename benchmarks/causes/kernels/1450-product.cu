#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Matrix {
    const float *data;
    int rows;
    int cols;

    __device__ bool has(int r, int c) const { return r < rows && c < cols; }
    __device__ float operator()(int r, int c) const
    {
        return has(r, c) ? data[r * rows + c] : 0.0f;
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blockA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blockB[TILE_WIDTH][TILE_WIDTH];

    Matrix a = {A, M, K};
    Matrix b = {B, K, N};

    int i = threadIdx.y;
    int j = threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + i;
    int col = blockIdx.x * TILE_WIDTH + j;

    float cell = 0.0f;
    for (int first = 0; first < K; first += TILE_WIDTH) {
        blockA[i][j] = a(row, first + j);
        blockB[i][j] = b(first + i, col);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            cell += blockA[i][k] * blockB[k][j];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = cell;
}
