#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tile {
    float cell[TILE_WIDTH][TILE_WIDTH];
};

struct View {
    const float *data;
    int rows, cols;
    __device__ float get(int r, int c) const
    {
        return (r < rows && c < cols) ? data[r * cols + c] : 0.0f;
    }
};

__device__ void fill(Tile t, const View &v, int firstRow, int firstCol)
{
    t.cell[threadIdx.y][threadIdx.x] = v.get(firstRow + threadIdx.y, firstCol + threadIdx.x);
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile left;
    __shared__ Tile right;

    View a = {A, M, K};
    View b = {B, K, N};
    int top = blockIdx.y * TILE_WIDTH;
    int side = blockIdx.x * TILE_WIDTH;
    float sum = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        fill(left, a, top, k);
        fill(right, b, k, side);
        __syncthreads();
        for (int j = 0; j < TILE_WIDTH; j++)
            sum += left.cell[threadIdx.y][j] * right.cell[j][threadIdx.x];
        __syncthreads();
    }

    int r = top + threadIdx.y, c = side + threadIdx.x;
    if (r < M && c < N)
        C[r * N + c] = sum;
}
