// The tile is one long array, a row of it takes TILE + 1 places so that a column lies in different banks.
#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float buf[TILE * TILE + 1];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;

    if (row0 + ty < rows && col0 + tx < cols)
        buf[ty * PITCH + tx] = a[(row0 + ty) * cols + col0 + tx];
    __syncthreads();

    // the tile's column ty becomes a row of b
    if (col0 + ty < cols && row0 + tx < rows)
        b[(col0 + ty) * rows + row0 + tx] = buf[tx * PITCH + ty];
}
