__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

__device__ float pixel(const float *image, int r, int c, int rows, int cols) {
    bool outside = r < 0 || c < 0 || r >= rows || c >= cols;
    return outside ? 0.0f : image[r * cols + c];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float patch[TILE + 2 * RADIUS][TILE + RADIUS];

    const int y0 = blockIdx.y * blockDim.y;
    const int x0 = blockIdx.x * blockDim.x;

    for (int r = threadIdx.y; r < TILE + 2 * RADIUS; r += TILE)
        for (int c = threadIdx.x; c < TILE + 2 * RADIUS; c += TILE)
            patch[r][c] = pixel(image, y0 + r - RADIUS, x0 + c - RADIUS, rows, cols);

    __syncthreads();

    const int y = y0 + threadIdx.y;
    const int x = x0 + threadIdx.x;
    if (y >= rows || x >= cols)
        return;

    float total = 0.0f;
#pragma unroll
    for (int dy = -RADIUS; dy <= RADIUS; dy++) {
#pragma unroll
        for (int dx = -RADIUS; dx <= RADIUS; dx++) {
            float m = mask[dx + RADIUS][dy + RADIUS];
            total += m * patch[threadIdx.y + RADIUS + dy][threadIdx.x + RADIUS + dx];
        }
    }
    result[y * cols + x] = total;
}
