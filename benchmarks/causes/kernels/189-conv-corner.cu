__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define BORDER (2 * RADIUS)

__device__ float pixel(const float *image, int y, int x, int rows, int cols) {
    return (y >= 0 && y < rows && x >= 0 && x < cols) ? image[y * cols + x] : 0.0f;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float s[TILE + BORDER][TILE + BORDER];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    int y = row - RADIUS, x = col - RADIUS;

    s[ty][tx] = pixel(image, y, x, rows, cols);
    if (tx < BORDER)
        s[ty][tx + TILE] = pixel(image, y, x + TILE, rows, cols);
    if (ty < BORDER)
        s[ty + TILE][tx] = pixel(image, y + TILE, x, rows, cols);
    __syncthreads();

    float sum = 0.0f;
    for (int r = 0; r < 5; r++)
        for (int c = 0; c < 5; c++)
            sum += mask[r][c] * s[ty + r][tx + c];
    if (row < rows && col < cols)
        result[row * cols + col] = sum;
}
