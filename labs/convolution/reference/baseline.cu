// Right, but plain: every thread loads all 25 elements itself.

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve_from_global(const float *image, float *result, int rows, int cols) {
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols)
        return;
    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r)
        for (int c = 0; c <= 2 * RADIUS; ++c) {
            int y = row + r - RADIUS, x = col + c - RADIUS;
            if (y >= 0 && y < rows && x >= 0 && x < cols)
                sum += mask[r][c] * image[y * cols + x];
        }
    result[row * cols + col] = sum;
}
