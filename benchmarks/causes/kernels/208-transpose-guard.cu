#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float t[TILE * PITCH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int firstCol = blockIdx.x * TILE;
    const int firstRow = blockIdx.y * TILE;

    if (firstRow + ty < rows && firstCol + tx < cols)
        t[ty * PITCH + tx] = a[(firstRow + ty) * cols + (firstCol + tx)];

    __syncthreads();

    if (firstRow + ty < rows && firstCol + tx < cols)
        b[(firstCol + ty) * rows + (firstRow + tx)] = t[tx * PITCH + ty];
}
