#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int S>
class SharedTile {
    float cells[S][S];
public:
    __device__ float &at(int r, int c) { return cells[r][c]; }
    __device__ void load(const float *src, int r, int c, int rows, int cols) {
        cells[threadIdx.y][threadIdx.x] = (r < rows && c < cols) ? src[r * cols + c] : 0.0f;
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int side = TILE_WIDTH;
    __shared__ SharedTile<side> ta;
    __shared__ SharedTile<side> tb;

    int i = threadIdx.y, j = threadIdx.x;
    int row = blockIdx.y * side + i;
    int col = blockIdx.x * side + j;
    float sum = 0.0f;

    for (int k = 0; k < K; k += side) {
        ta.load(A, row, k + j, M, K);
        tb.load(B, k + i, col, K, N);
        __syncthreads();
        for (int m = 0; m < side; m++)
            sum += ta.at(i, m) * tb.at(m, j);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
