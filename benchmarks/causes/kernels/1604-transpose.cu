#define PAD 1

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float buf[TILE][TILE + PAD];

    int inX = blockIdx.x * TILE + threadIdx.x;
    int inY = blockIdx.y * TILE + threadIdx.y;

    if (inX < cols && inY < rows) {
        buf[threadIdx.y][threadIdx.x] = a[inY * cols + inX];
    }
    __syncthreads();

    // the block of b is the mirrored one
    int outX = blockIdx.y * TILE + threadIdx.x;
    int outY = blockIdx.x * TILE + threadIdx.y;

    if (outX < cols && outY < rows) {
        b[outY * rows + outX] = buf[threadIdx.x][threadIdx.y];
    }
}
