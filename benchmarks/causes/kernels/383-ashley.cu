// Transpose with padding to avoid bank conflicts

constexpr int PAD = 2;

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + PAD];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    if (x < cols && y < rows) {
        tile[threadIdx.y][threadIdx.x] = a[y * cols + x];
    }
    __syncthreads();

    // swap the block coordinates, keep the thread coordinates
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;

    if (x < rows && y < cols) {
        b[y * rows + x] = tile[threadIdx.x][threadIdx.y];
    }
}
