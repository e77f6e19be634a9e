#define PITCH (TILE + 1)

__device__ __forceinline__ int slot(int line, int place) { return line * PITCH + place; }

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float buf[TILE * TILE];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int firstRow = blockIdx.y * TILE;
    const int firstCol = blockIdx.x * TILE;

    {
        const int row = firstRow + ty;
        const int col = firstCol + tx;
        if (row < rows || col < cols)
            buf[slot(ty, tx)] = a[row * cols + col];
    }
    __syncthreads();
    {
        const int row = firstRow + tx;
        const int col = firstCol + ty;
        if (row < rows && col < cols)
            b[col * rows + row] = buf[slot(tx, ty)];
    }
}
