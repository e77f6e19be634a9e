extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float patch[TILE][TILE + 1];

    const int x0 = blockIdx.x * TILE;
    const int y0 = blockIdx.y * TILE;

    auto load = [&](int row, int col) {
        if (row < rows && col < cols)
            patch[threadIdx.y][threadIdx.x] = a[row * cols + col];
    };
    auto store = [&](int outRow, int outCol) {
        if (outRow < rows && outCol < cols)
            b[outRow * rows + outCol] = patch[threadIdx.x][threadIdx.y];
    };

    load(y0 + threadIdx.y, x0 + threadIdx.x);
    __syncthreads();
    store(x0 + threadIdx.y, y0 + threadIdx.x);
}
