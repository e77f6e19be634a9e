extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float kachel[TILE][TILE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;

    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    if (y < rows && x < cols)
        kachel[ty][tx] = a[y * cols + x];

    __syncthreads();

    x = blockIdx.y * TILE + tx;
    y = blockIdx.x * TILE + ty;
    if (x < cols && y < rows)
        b[y * rows + x] = kachel[tx][ty];
}
