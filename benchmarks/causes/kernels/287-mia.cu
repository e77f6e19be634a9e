#define STRIDE (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float buf[TILE * STRIDE];

    int c = blockIdx.x * TILE + threadIdx.x;
    int r = blockIdx.y * TILE + threadIdx.y;
    if (r < rows && c < cols)
        buf[threadIdx.y * STRIDE + threadIdx.x] = a[r * cols + c];
    __syncthreads();

    // now the block's place in b
    c = blockIdx.y * TILE + threadIdx.x;
    r = blockIdx.x * TILE + threadIdx.y;
    if (r < cols && c < rows)
        b[r * rows + c] = buf[threadIdx.x * TILE + threadIdx.y];
}
