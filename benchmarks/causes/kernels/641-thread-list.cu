__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[TILE + 2 * RADIUS][TILE + RADIUS];
    const int width = TILE + 2 * RADIUS;
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;

    int k = threadIdx.y * TILE + threadIdx.x;
    while (k < width * width) {
        const int pr = k / width, pc = k - pr * width;
        const int r = blockIdx.y * TILE + pr - RADIUS;
        const int c = blockIdx.x * TILE + pc - RADIUS;
        float v = 0;
        if (r >= 0 && c >= 0 && r < rows && c < cols)
            v = image[r * cols + c];
        part[pr][pc] = v;
        k += TILE * TILE;
    }
    __syncthreads();

    float total = 0;
    for (int dr = -RADIUS; dr <= RADIUS; ++dr) {
        for (int dc = -RADIUS; dc <= RADIUS; ++dc) {
            const float weight = mask[dr + RADIUS][dc + RADIUS];
            total += weight * part[threadIdx.y + RADIUS + dr][threadIdx.x + RADIUS + dc];
        }
    }
    if (row < rows && col < cols)
        result[row * cols + col] = total;
}
