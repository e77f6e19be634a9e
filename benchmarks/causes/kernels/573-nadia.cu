// Nadia: kol thread y7ammel le7ad 4 anaser: hena, ta7t, yemin, w el rokn
#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

__device__ float pixelOrZero(const float *image, int y, int x, int rows, int cols) {
    return (y >= 0 && y < rows && x >= 0 && x < cols) ? image[y * cols + x] : 0.0f;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float s[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int y = blockIdx.y * TILE + ty, x = blockIdx.x * TILE + tx;

    s[ty][tx] = pixelOrZero(image, y - RADIUS, x - RADIUS, rows, cols);
    if (ty < 2 * RADIUS)   // ta7t
        s[ty + TILE][tx] = pixelOrZero(image, y - RADIUS + TILE, x - RADIUS, rows, cols);
    if (tx < 2 * RADIUS)   // yemin
        s[ty][tx + TILE] = pixelOrZero(image, y - RADIUS, x - RADIUS + TILE, rows, cols);
    if (tx < RADIUS && ty < RADIUS)   // rokn
        s[ty + TILE][tx + TILE] = pixelOrZero(image, y - RADIUS + TILE, x - RADIUS + TILE, rows, cols);
    __syncthreads();

    if (y < rows && x < cols) {
        float sum = 0.0f;
        for (int r = -RADIUS; r <= RADIUS; ++r)
            for (int c = -RADIUS; c <= RADIUS; ++c)
                sum += mask[r + RADIUS][c + RADIUS] * s[ty + RADIUS + r][tx + RADIUS + c];
        result[y * cols + x] = sum;
    }
}
