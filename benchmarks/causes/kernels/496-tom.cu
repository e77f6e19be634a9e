extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float t[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    int u = blockIdx.y * TILE + threadIdx.x, v = blockIdx.x * TILE + threadIdx.y;

    if (y < rows && x < cols)
        t[threadIdx.y][threadIdx.x] = a[y * cols + x];
    __syncthreads();
    if (y < rows && x < cols)
        b[v * rows + u] = t[threadIdx.x][threadIdx.y];
}
