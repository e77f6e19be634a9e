#define STRIDE (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    // one spare float so that columns fall into different banks
    __shared__ float t[TILE * TILE + 1];

    unsigned x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
    unsigned i = threadIdx.y, j = threadIdx.x;

    if (y0 + i < rows && x0 + j < cols)
        t[i * STRIDE + j] = a[(y0 + i) * cols + x0 + j];

    __syncthreads();

    if (x0 + i < cols && y0 + j < rows)
        b[(x0 + i) * rows + y0 + j] = t[j * STRIDE + i];
}
