// mistake: Threads outside of a load all the same
// group: boundaries
// expect: out-of-bounds
// hint: guard-on-loading
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    tile[ty][tx] = a[(top + ty) * cols + left + tx];  // HERE
    __syncthreads();
    if (left + ty < cols && top + tx < rows)
        b[(left + ty) * rows + top + tx] = tile[tx][ty];
}
