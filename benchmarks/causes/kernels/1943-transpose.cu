extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float patch[TILE][TILE + 1];    // one more against bank conflicts

    int c = TILE * blockIdx.x + threadIdx.x;
    int r = TILE * blockIdx.y + threadIdx.y;
    if (c >= cols || r >= rows) return;
    patch[threadIdx.y][threadIdx.x] = a[r * cols + c];
    __syncthreads();

    // now c and r are the place in b
    c = TILE * blockIdx.y + threadIdx.x;
    r = TILE * blockIdx.x + threadIdx.y;
    if (c < rows && r < cols)
        b[r * rows + c] = patch[threadIdx.x][threadIdx.y];
}
