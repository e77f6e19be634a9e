// 矩阵转置: 先按行读入 tile, 再按行写出

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;

    if (row >= rows || col >= cols)
        return;
    tile[ty][tx] = a[row * cols + col];
    __syncthreads();

    const int out_row = blockIdx.x * TILE + ty;
    const int out_col = blockIdx.y * TILE + tx;
    if (out_row < cols && out_col < rows)
        b[out_row * rows + out_col] = tile[tx][ty];
}
