extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];   // one column more because of the banks

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    if (x < cols && y < rows) {
        tile[threadIdx.y][threadIdx.x] = a[y * cols + x];
    }

    __syncthreads();

    // now the block sits on the other side of the diagonal
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;

    if (x < rows && y < cols) {
        b[y * cols + x] = tile[threadIdx.x][threadIdx.y];
    }
}
