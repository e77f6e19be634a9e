// mistake: The plain transpose, without a tile
// group: requirements
// expect: requirement
// hint: far-apart
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        b[col * rows + row] = a[row * cols + col];  // HERE
}
