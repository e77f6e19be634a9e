#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float cells[TILE * TILE + 1];

    const int dx = threadIdx.x, dy = threadIdx.y;
    const int top = blockIdx.y * TILE, left = blockIdx.x * TILE;

    if (top + dy < rows && left + dx < cols)
        cells[dy * PITCH + dx] = a[(top + dy) * cols + left + dx];

    __syncthreads();

    if (left + dy < cols && top + dx < rows)
        b[(left + dy) * rows + top + dx] = cells[dx * PITCH + dy];
}
