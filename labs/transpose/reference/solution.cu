// A tile in shared memory: rows in, columns out. One float more a row puts a column's elements into different banks.

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    if (top + ty < rows && left + tx < cols)
        tile[ty][tx] = a[(top + ty) * cols + left + tx];
    __syncthreads();
    if (left + ty < cols && top + tx < rows)
        b[(left + ty) * rows + top + tx] = tile[tx][ty];
}
