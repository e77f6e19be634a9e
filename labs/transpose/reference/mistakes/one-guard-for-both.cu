// mistake: The condition of loading for storing as well
// group: boundaries
// expect: unwritten-output out-of-bounds uninitialized-read
// hint: guard-on-storing not-stored not-loaded
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    if (top + ty < rows && left + tx < cols)
        tile[ty][tx] = a[(top + ty) * cols + left + tx];
    __syncthreads();
    if (top + ty < rows && left + tx < cols)
        b[(left + ty) * rows + top + tx] = tile[tx][ty];  // HERE
}
