// mistake: Threads without an element to load leave, and miss the barrier
// group: barriers
// expect: early-exit barrier-divergence
// hint: return-before-barrier
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    if (top + ty >= rows || left + tx >= cols)
        return;  // HERE
    tile[ty][tx] = a[(top + ty) * cols + left + tx];
    __syncthreads();  // HERE
    if (left + ty < cols && top + tx < rows)
        b[(left + ty) * rows + top + tx] = tile[tx][ty];
}
