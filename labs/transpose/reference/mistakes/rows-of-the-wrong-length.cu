// mistake: A row of b taken for as long as a row of a
// group: values
// expect: out-of-bounds wrong-result data-race
// hint: guard-on-storing wrong-place several-tiles-one-place
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    if (top + ty < rows && left + tx < cols)
        tile[ty][tx] = a[(top + ty) * cols + left + tx];
    __syncthreads();
    if (left + ty < cols && top + tx < rows)
        b[(left + ty) * cols + top + tx] = tile[tx][ty];  // HERE
}
