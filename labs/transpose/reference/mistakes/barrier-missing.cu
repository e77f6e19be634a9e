// mistake: No barrier between loading and storing
// group: barriers
// expect: data-race
// hint: tile-not-complete
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    if (top + ty < rows && left + tx < cols)
        tile[ty][tx] = a[(top + ty) * cols + left + tx];
    if (left + ty < cols && top + tx < rows)
        b[(left + ty) * rows + top + tx] = tile[tx][ty];  // HERE
}
