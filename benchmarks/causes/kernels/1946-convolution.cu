#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

__device__ float pixel(const float *image, int row, int col, int rows, int cols) {
    if (row < 0 || row >= rows || col < 0 || col >= cols) return 0.0f;
    return image[row * cols + col];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[SIDE][SIDE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int left = blockIdx.x * TILE - RADIUS;
    const int top = blockIdx.y * TILE - RADIUS;
    const bool more_x = tx < 2 * RADIUS;
    const bool more_y = ty < RADIUS;

    part[ty][tx] = pixel(image, top + ty, left + tx, rows, cols);
    if (more_x)
        part[ty][tx + TILE] = pixel(image, top + ty, left + tx + TILE, rows, cols);
    if (more_y)
        part[ty + TILE][tx] = pixel(image, top + ty + TILE, left + tx, rows, cols);
    if (more_x && more_y)
        part[ty + TILE][tx + TILE] = pixel(image, top + ty + TILE, left + tx + TILE, rows, cols);
    __syncthreads();

    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;
    if (row < rows && col < cols) {
        float sum = 0;
        for (int r = 0; r <= 2 * RADIUS; r++)
            for (int c = 0; c <= 2 * RADIUS; c++)
                sum += mask[r][c] * part[ty + r][tx + c];
        result[row * cols + col] = sum;
    }
}
