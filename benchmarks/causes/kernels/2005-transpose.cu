extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];     // one more, for the banks

    // load
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < cols && y < rows) {
        tile[threadIdx.y][threadIdx.x] = a[y * cols + x];
        __syncthreads();
    }

    // store: the blocks change places, the threads walk along a row again
    int u = blockIdx.y * TILE + threadIdx.x;
    int v = blockIdx.x * TILE + threadIdx.y;
    if (u < rows && v < cols) {
        b[v * cols + u] = tile[threadIdx.x][threadIdx.y];
    }
}
