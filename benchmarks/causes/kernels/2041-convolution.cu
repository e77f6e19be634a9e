#define W (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float near[W * W];

    const unsigned top = blockIdx.y * TILE;
    const unsigned left = blockIdx.x * TILE;

    // Left of 0 the unsigned numbers are huge, so one comparison is enough for each axis.
    for (unsigned k = threadIdx.y * TILE + threadIdx.x; k < W * W; k += TILE * TILE) {
        const int gy = top + k / W - RADIUS, gx = left + k % W - RADIUS;
        near[k] = gy < rows && gx < cols ? image[gy * cols + gx] : 0.0f;
    }
    __syncthreads();

    const int row = top + threadIdx.y;
    const int col = left + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    float sum = 0.0f;
    const float *line = near + threadIdx.y * W + threadIdx.x;
    for (int r = 0; r <= 2 * RADIUS; ++r, line += W)
        for (int c = 0; c <= 2 * RADIUS; ++c)
            sum += mask[r][c] * line[c];

    result[row * cols + col] = sum;
}
