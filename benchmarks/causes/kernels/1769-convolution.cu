__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

constexpr int SIDE = TILE + 2 * RADIUS;

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[SIDE * SIDE];

    const int x0 = blockIdx.x * TILE - RADIUS;
    const int y0 = blockIdx.y * TILE - RADIUS;
    for (int i = threadIdx.y * TILE + threadIdx.x; i < SIDE * SIDE; i += TILE * TILE) {
        const int y = y0 + i / SIDE;
        const int x = x0 + i % SIDE;
        const bool ok = x >= 0 && x < cols && y >= 0 && y < rows;
        part[i] = ok ? image[y * cols + x] : 0.0f;
    }
    __syncthreads();

    float acc = 0.0f;
    for (int dy = 0; dy < 2 * RADIUS + 1; ++dy) {
        const float *line = &part[(threadIdx.y + dy) * SIDE + threadIdx.x];
        for (int dx = 0; dx < 2 * RADIUS + 1; ++dx)
            acc += line[dx] * mask[dx][dy];
    }

    const int row = y0 + RADIUS + threadIdx.y;
    const int col = x0 + RADIUS + threadIdx.x;
    if (row < rows)
        result[row * cols + col] = acc;
}
