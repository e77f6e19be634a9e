__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    constexpr int WIDTH = TILE + 2 * RADIUS;
    __shared__ float window[WIDTH * WIDTH];

    for (int y = threadIdx.y; y < WIDTH; y += TILE) {
        int row = (int)blockIdx.y * TILE + y - RADIUS;
        for (int x = threadIdx.x; x < WIDTH; x += TILE) {
            int col = (int)blockIdx.x * TILE + x - RADIUS;
            float f = 0.f;
            if (0 <= row && row < rows && 0 <= col && col < cols)
                f = image[row * cols + col];
            window[y * WIDTH + x] = f;
        }
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    float sum = 0.f;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            int at = (threadIdx.y + RADIUS + dy) * WIDTH + threadIdx.x + RADIUS + dx;
            sum += mask[RADIUS - dy][RADIUS - dx] * window[at];
        }
    }
    result[row * cols + col] = sum;
}
