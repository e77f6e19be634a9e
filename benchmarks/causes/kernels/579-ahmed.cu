// Ahmed: n7ot el tile fel shared memory w ba3den ne2lebha
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    bool gowa = x < cols && y < rows;   // gowa = inside

    if (gowa)
        tile[threadIdx.y][threadIdx.x] = a[y * cols + x];
    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (gowa)
        b[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}
