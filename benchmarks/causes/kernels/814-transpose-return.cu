struct Spot {
    int r, c;
};

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float patch[TILE][TILE + 1];

    Spot from = { (int)(blockIdx.y * TILE + threadIdx.y), (int)(blockIdx.x * TILE + threadIdx.x) };
    Spot to   = { (int)(blockIdx.x * TILE + threadIdx.y), (int)(blockIdx.y * TILE + threadIdx.x) };

    bool inside = from.r < rows && from.c < cols;
    if (!inside) return;

    patch[threadIdx.y][threadIdx.x] = a[from.r * cols + from.c];
    __syncthreads();

    if (to.r < cols && to.c < rows)
        b[to.r * rows + to.c] = patch[threadIdx.x][threadIdx.y];
}
