#define PAD 1

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float patch[TILE][TILE + PAD];

    const int tx = threadIdx.x, ty = threadIdx.y;

    // where we are in a
    const int x = blockIdx.x * TILE + tx;
    const int y = blockIdx.y * TILE + ty;

    if (x >= cols || y >= rows)
        return;
    patch[ty][tx] = a[y * cols + x];

    __syncthreads();

    // where we are in b: the block's corner is mirrored, the thread's place is not
    const int bx = blockIdx.y * TILE + tx;
    const int by = blockIdx.x * TILE + ty;

    if (bx < rows && by < cols)
        b[by * rows + bx] = patch[tx][ty];
}
