// mistake: Each tile is turned, but stays where it was
// group: values
// expect: wrong-result out-of-bounds unwritten-output
// hint: wrong-place guard-on-storing not-stored
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    if (top + ty < rows && left + tx < cols)
        tile[ty][tx] = a[(top + ty) * cols + left + tx];
    __syncthreads();
    if (top + ty < cols && left + tx < rows)
        b[(top + ty) * rows + left + tx] = tile[tx][ty];  // HERE
}
