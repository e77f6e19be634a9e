extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];

    int col = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    if (row < rows && col < cols)
        tile[threadIdx.y][threadIdx.x] = a[row * cols + col];

    __syncthreads();

    int bCol = blockIdx.y * TILE + threadIdx.x;
    int bRow = blockIdx.x * TILE + threadIdx.y;
    if (bRow < cols && bCol < rows)
        b[bRow * cols + bCol] = tile[threadIdx.x][threadIdx.y];
}
