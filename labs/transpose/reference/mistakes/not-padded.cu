// mistake: A tile of 32 × 32: a column lies in one bank
// group: requirements
// expect: requirement
// hint: far-apart
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    if (top + ty < rows && left + tx < cols)
        tile[ty][tx] = a[(top + ty) * cols + left + tx];
    __syncthreads();
    if (left + ty < cols && top + tx < rows)
        b[(left + ty) * rows + top + tx] = tile[tx][ty];  // HERE
}
