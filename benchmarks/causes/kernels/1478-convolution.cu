__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    const int size = TILE + 2 * RADIUS;
    __shared__ float patch[size][size];

    const int y0 = blockIdx.y * TILE - RADIUS;
    const int x0 = blockIdx.x * TILE - RADIUS;

    for (int i = threadIdx.y; i < size; i += TILE) {
        for (int j = threadIdx.x; j < size; j += TILE) {
            int y = y0 + i, x = x0 + j;
            if (y >= 0 && y < rows && x >= 0 && x < cols)
                patch[i][j] = image[y * cols + x];
        }
    }
    __syncthreads();

    const int y = blockIdx.y * TILE + threadIdx.y;
    const int x = blockIdx.x * TILE + threadIdx.x;
    if (y < rows && x < cols) {
        float acc = 0.0f;
        for (int dy = -RADIUS; dy <= RADIUS; ++dy)
            for (int dx = -RADIUS; dx <= RADIUS; ++dx)
                acc += mask[dx + RADIUS][dy + RADIUS] * patch[threadIdx.y + RADIUS + dy][threadIdx.x + RADIUS + dx];
        result[y * cols + x] = acc;
    }
}
