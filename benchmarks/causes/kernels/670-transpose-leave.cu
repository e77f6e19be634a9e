extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float block[TILE][TILE + 1];

    const dim3 t = threadIdx;
    const dim3 g = blockIdx;

    const int row_a = g.y * TILE + t.y;
    const int col_a = g.x * TILE + t.x;
    if (row_a >= rows || col_a >= cols) return;
    block[t.y][t.x] = a[row_a * cols + col_a];
    __syncthreads();

    const int row_b = g.x * TILE + t.y;
    const int col_b = g.y * TILE + t.x;
    if (row_b < cols && col_b < rows)
        b[row_b * rows + col_b] = block[t.x][t.y];
}
