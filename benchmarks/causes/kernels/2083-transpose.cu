#define PAD 1

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float block[TILE][TILE + PAD];

    const int lx = threadIdx.x, ly = threadIdx.y;

    // corner of the tile in a
    const int top = blockIdx.y * TILE;
    const int left = blockIdx.x * TILE;

    {
        int r = top + ly;
        int c = left + lx;
        if (r < rows && c < cols)
            block[ly][lx] = a[r * cols + c];
    }

    __syncthreads();

    // same tile, seen from b: its corner is (left, top)
    {
        int r = left + ly;
        int c = top + lx;
        if (r < rows && c < cols)
            b[r * rows + c] = block[lx][ly];
    }
}
