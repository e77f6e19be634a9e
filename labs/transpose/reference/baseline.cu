// Right, but plain: loads go along the rows of a, so the stores of a warp go down a column of b.

extern "C" __global__ void transpose_plainly(const float *a, float *b, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        b[col * rows + row] = a[row * cols + col];
}
