extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float patch[TILE][TILE + 1];   // +1: no bank conflicts

    const int tx = threadIdx.x, ty = threadIdx.y;

    const int srcCol = blockIdx.x * TILE + tx;
    const int srcRow = blockIdx.y * TILE + ty;
    if (srcRow < rows && srcCol < cols)
        patch[ty][tx] = a[srcRow * cols + srcCol];

    __syncthreads();

    const int dstCol = blockIdx.y * TILE + tx;
    const int dstRow = blockIdx.x * TILE + ty;
    if (dstRow < rows && dstCol < cols)
        b[dstRow * rows + dstCol] = patch[tx][ty];
}
