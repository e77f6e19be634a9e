__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    constexpr int SIDE = TILE + 2 * RADIUS;
    __shared__ float patch[SIDE][SIDE];

    auto pixel = [=](int r, int c) -> float {
        int rr = min(max(r, 0), rows - 1);
        int cc = min(max(c, 0), cols - 1);
        return image[rr * cols + cc];
    };

    const int r0 = blockIdx.y * TILE, c0 = blockIdx.x * TILE;
    for (int i = threadIdx.y; i < SIDE; i += TILE)
        for (int j = threadIdx.x; j < SIDE; j += TILE)
            patch[i][j] = pixel(r0 + i - RADIUS, c0 + j - RADIUS);
    __syncthreads();

    const int row = r0 + threadIdx.y, col = c0 + threadIdx.x;
    if (row >= rows || col >= cols) return;

    float total = 0.0f;
    for (int i = 0; i <= 2 * RADIUS; ++i)
        for (int j = 0; j <= 2 * RADIUS; ++j)
            total += mask[i][j] * patch[threadIdx.y + i][threadIdx.x + j];
    result[row * cols + col] = total;
}
