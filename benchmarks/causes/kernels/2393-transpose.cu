template <int S>
struct Tile {
    float cell[S][S + 1];
};

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ Tile<TILE> t;

    const int x = threadIdx.x;
    const int y = threadIdx.y;

    int col = TILE * blockIdx.x + x;
    int row = TILE * blockIdx.y + y;

    if (row < rows && col < cols) {
        t.cell[y][x] = a[row * cols + col];
        __syncthreads();
    }

    // the other corner
    row = TILE * blockIdx.y + x;
    col = TILE * blockIdx.x + y;

    if (col >= cols || row >= rows) {
        return;
    }
    b[col * rows + row] = t.cell[x][y];
}
