// mistake: The plain transpose, and without a guard
// group: boundaries
// expect: out-of-bounds
// hint: guard-on-loading guard-on-storing
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    b[col * rows + row] = a[row * cols + col];  // HERE
}
