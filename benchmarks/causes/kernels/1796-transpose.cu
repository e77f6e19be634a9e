#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float buf[TILE * PITCH];
    const int tx = threadIdx.x, ty = threadIdx.y;

    // load
    int c = blockIdx.x * TILE + tx;
    int r = blockIdx.y * TILE + ty;
    if (c < cols && r < rows)
        buf[ty * PITCH + tx] = a[r * cols + c];
    __syncthreads();

    // store: the block's place is mirrored
    int bc = blockIdx.y * TILE + tx;
    int br = blockIdx.x * TILE + ty;
    if (bc < rows && br < cols) {
        float v = buf[tx * PITCH + ty];
        b[br * cols + bc] = v;
    }
}
