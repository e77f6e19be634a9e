// mistake: Every block takes the first tile
// group: indexing
// expect: data-race
// hint: several-tiles-one-place
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;

    if (ty < rows && tx < cols)
        tile[ty][tx] = a[ty * cols + tx];
    __syncthreads();
    if (ty < cols && tx < rows)
        b[ty * rows + tx] = tile[tx][ty];  // HERE
}
