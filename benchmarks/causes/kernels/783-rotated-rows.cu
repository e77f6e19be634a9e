// Row r of the tile is rotated by r places, which spreads a column over the banks without any padding.
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int r0 = blockIdx.y * TILE;
    const int c0 = blockIdx.x * TILE;
    const int slot = (tx + ty) % TILE;

    if (r0 + ty < rows && c0 + tx < cols)
        tile[ty][slot] = a[(r0 + ty) * cols + (c0 + tx)];

    __syncthreads();

    if (c0 + ty < cols && r0 + tx < rows)
        b[(c0 + ty) * rows + (r0 + tx)] = tile[tx][ty];
}
