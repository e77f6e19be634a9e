__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[TILE + 2 * RADIUS][TILE + 2 * RADIUS];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int top = blockIdx.y * TILE - RADIUS;
    const int left = blockIdx.x * TILE - RADIUS;

    for (int r = ty; r < TILE + RADIUS; r += TILE) {
        for (int c = tx; c < TILE + 2 * RADIUS; c += TILE) {
            int y = top + r;
            int x = left + c;
            if (y >= 0 && y < rows && x >= 0 && x < cols)
                part[r][c] = image[y * cols + x];
            else
                part[r][c] = 0.0f;
        }
    }
    __syncthreads();

    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int r = 0; r < 2 * RADIUS + 1; r++)
            for (int c = 0; c < 2 * RADIUS + 1; c++)
                sum += mask[r][c] * part[ty + r][tx + c];
        result[row * cols + col] = sum;
    }
}
