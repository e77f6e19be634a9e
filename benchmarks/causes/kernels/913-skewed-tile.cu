// each row of the tile is turned by one place more than the row before, no padding needed

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE];

    int i = threadIdx.y;
    int j = threadIdx.x;

    int r = blockIdx.y * TILE + i;
    int c = blockIdx.x * TILE + j;
    if (r < rows && c < cols)
        tile[i][(j + i) % TILE] = a[r * cols + c];
    __syncthreads();

    r = blockIdx.x * TILE + i;
    c = blockIdx.y * TILE + j;
    if (r < cols && c < rows) {
        float v = tile[j][(i - j) % TILE];
        b[r * rows + c] = v;
    }
}
