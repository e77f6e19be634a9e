extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    // +1 contre les conflits de bancs
    __shared__ float tuile[TILE + 1][TILE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;

    if (x < cols && y < rows)
        tuile[ty][tx] = a[y * cols + x];

    __syncthreads();

    // le bloc transpose
    x = blockIdx.y * TILE + tx;
    y = blockIdx.x * TILE + ty;
    if (x < rows && y < cols)
        b[y * rows + x] = tuile[tx][ty];
}
