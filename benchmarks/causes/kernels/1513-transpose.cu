extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];   // + 1: no bank conflicts

    int tx = threadIdx.x, ty = threadIdx.y;
    int c = blockIdx.x * TILE + tx;
    int r = blockIdx.y * TILE + ty;
    if (r < rows && c < cols)
        tile[ty][tx] = a[r * cols + c];
    __syncthreads();

    // b is cols x rows: exchange the block's coordinates, not the thread's
    int outCol = blockIdx.y * TILE + tx;
    int outRow = blockIdx.x * TILE + ty;
    if (outRow < rows && outCol < cols)
        b[outRow * rows + outCol] = tile[tx][ty];
}
