extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float block[TILE][TILE];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < cols && y < rows)
        block[threadIdx.y][threadIdx.x] = a[y * cols + x];

    __syncthreads();

    // the block's place in b
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < rows && y < cols)
        b[y * rows + x] = block[threadIdx.x][threadIdx.y];
}
