// mistake: Threads outside of b store all the same
// group: boundaries
// expect: out-of-bounds
// hint: guard-on-storing
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    if (top + ty < rows && left + tx < cols)
        tile[ty][tx] = a[(top + ty) * cols + left + tx];
    __syncthreads();
        b[(left + ty) * rows + top + tx] = tile[tx][ty];  // HERE
}
