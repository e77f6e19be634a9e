// no padding: row r of the tile is turned by r places, so a column hits every bank once
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE];
    unsigned tx = threadIdx.x;
    unsigned ty = threadIdx.y;

    int c = blockIdx.x * TILE + tx;
    int r = blockIdx.y * TILE + ty;
    bool inA = r < rows && c < cols;
    tile[ty][(tx + ty) % TILE] = inA ? a[r * cols + c] : 0.0f;
    __syncthreads();

    c = blockIdx.y * TILE + tx;
    r = blockIdx.x * TILE + ty;
    bool inB = r < cols && c < rows;
    if (inB) {
        float v = tile[tx][ty + tx % TILE];
        b[r * rows + c] = v;
    }
}
