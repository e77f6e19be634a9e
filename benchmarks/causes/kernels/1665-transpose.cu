extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float t[TILE][TILE + 1];   // one more, for the banks

    int c = blockIdx.x * TILE + threadIdx.x;
    int r = blockIdx.y * TILE + threadIdx.y;
    if (r < rows && c < cols)
        t[threadIdx.y][threadIdx.x] = a[r * cols + c];

    __syncthreads();

    int to_row = blockIdx.x * TILE + threadIdx.y;
    int to_col = blockIdx.y * TILE + threadIdx.x;
    if (c < cols && r < rows)
        b[to_row * rows + to_col] = t[threadIdx.x][threadIdx.y];
}
