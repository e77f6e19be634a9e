// mistake: Copies a as it is
// group: values
// expect: wrong-result
// hint: wrong-place
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    if (top + ty < rows && left + tx < cols) {
        tile[ty][tx] = a[(top + ty) * cols + left + tx];
        b[(top + ty) * cols + left + tx] = tile[ty][tx];  // HERE
    }
}
