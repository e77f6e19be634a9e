#define ELEM(m, r, c, w) m[r * w + c]

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int x0 = blockIdx.x * TILE;
    int y0 = blockIdx.y * TILE;
    int tx = threadIdx.x;
    int ty = threadIdx.y;

    bool mine = y0 + ty < rows && x0 + tx < cols;
    tile[ty][tx] = mine ? ELEM(a, y0 + ty, x0 + tx, cols) : 0.f;
    __syncthreads();

    mine = x0 + ty < cols && y0 + tx < rows;
    if (mine) ELEM(b, x0 + ty, y0 + tx, rows) = tile[tx][ty];
}
