// mistake: Through shared memory, but stored as it came: down a column of b
// group: requirements
// expect: requirement
// hint: far-apart
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    if (top + ty < rows && left + tx < cols)
        tile[ty][tx] = a[(top + ty) * cols + left + tx];
    __syncthreads();
    if (top + ty < rows && left + tx < cols)
        b[(left + tx) * rows + top + ty] = tile[ty][tx];  // HERE
}
