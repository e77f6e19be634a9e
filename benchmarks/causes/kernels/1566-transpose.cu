#define PITCH (TILE + 1)
#define SLOT(y, x) ((y) * PITCH + (x))

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float buffer[TILE * PITCH];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int x0 = blockIdx.x * TILE;
    const int y0 = blockIdx.y * TILE;

    if (x0 + tx >= cols || y0 + ty >= rows)
        return;
    buffer[SLOT(ty, tx)] = a[(y0 + ty) * cols + (x0 + tx)];
    __syncthreads();

    if (y0 + tx < rows && x0 + ty < cols)
        b[(x0 + ty) * rows + (y0 + tx)] = buffer[SLOT(tx, ty)];
}
