__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    const int SIDE = TILE + 2 * RADIUS;
    __shared__ float part[SIDE * SIDE];

    const int top = (int)blockIdx.y * TILE - RADIUS;
    const int left = (int)blockIdx.x * TILE - RADIUS;

    // all threads take turns at the elements of the part, counted row by row
    for (int i = threadIdx.y * TILE + threadIdx.x; i < SIDE * SIDE; i += TILE * TILE) {
        const int r = i / SIDE;
        const int c = i - r * SIDE;
        const int row = top + r;
        const int col = left + c;
        float v = 0;
        if (row >= 0 && row < rows && col >= 0 && col < cols)
            v = image[row * cols + col];
        part[i] = v;
    }
    __syncthreads();

    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    float total = 0;
    for (int r = 0; r <= 2 * RADIUS; r++) {
        const float *line = part + (threadIdx.y + r) * TILE + threadIdx.x;
        for (int c = 0; c <= 2 * RADIUS; c++)
            total += mask[r][c] * line[c];
    }
    result[row * cols + col] = total;
}
