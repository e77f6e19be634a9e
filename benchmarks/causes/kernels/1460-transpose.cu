extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float buf[blockDim.y][blockDim.x + 1];      // one column more: no bank conflicts

    int c = blockIdx.x * TILE + threadIdx.x;
    int r = blockIdx.y * TILE + threadIdx.y;
    if (r < rows && c < cols)
        buf[threadIdx.y][threadIdx.x] = a[r * cols + c];
    __syncthreads();

    // the blocks swap places
    c = blockIdx.y * TILE + threadIdx.x;
    r = blockIdx.x * TILE + threadIdx.y;
    if (r < cols && c < rows)
        b[r * rows + c] = buf[threadIdx.x][threadIdx.y];
}
