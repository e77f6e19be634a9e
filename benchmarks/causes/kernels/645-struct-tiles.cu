#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tile {
    float cell[TILE_WIDTH][TILE_WIDTH];

    __device__ void fill(const float *src, int r, int c, int rows, int cols)
    {
        float v = 0.0f;
        if (r < rows && c < cols)
            v = src[r * cols + c];
        cell[threadIdx.y][threadIdx.x] = v;
    }
};

struct Workspace {
    Tile left;
    Tile right;
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    Workspace ws;

    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float result = 0.0f;

    for (int begin = 0; begin < K; begin += TILE_WIDTH) {
        ws.left.fill(A, row, begin + threadIdx.x, M, K);
        ws.right.fill(B, begin + threadIdx.y, col, K, N);
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            result += ws.left.cell[threadIdx.y][i] * ws.right.cell[i][threadIdx.x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = result;
}
