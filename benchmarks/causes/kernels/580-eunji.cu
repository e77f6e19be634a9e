// Eunji: shared memory-reul 1 chawon baeyeol-ro (padding 1)
#define JUL (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float buf[TILE * TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int haeng = blockIdx.y * TILE + ty;
    int yeol = blockIdx.x * TILE + tx;

    if (haeng < rows && yeol < cols)
        buf[ty * JUL + tx] = a[haeng * cols + yeol];
    __syncthreads();

    int saeHaeng = blockIdx.x * TILE + ty;   // b-ui haeng
    int saeYeol = blockIdx.y * TILE + tx;    // b-ui yeol
    if (saeHaeng < cols && saeYeol < rows)
        b[saeHaeng * rows + saeYeol] = buf[tx * JUL + ty];
}
