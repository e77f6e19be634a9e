extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    // every row is turned by one place more than the row before: no bank conflicts, no padding
    __shared__ float tile[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;

    int r = blockIdx.y * TILE + y;
    int c = blockIdx.x * TILE + x;
    if (r < rows && c < cols)
        tile[y][x + y % TILE] = a[r * cols + c];

    __syncthreads();

    r = blockIdx.y * TILE + x;
    c = blockIdx.x * TILE + y;
    if (r < rows && c < cols)
        b[c * rows + r] = tile[x][(y + x) % TILE];
}
