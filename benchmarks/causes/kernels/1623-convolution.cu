__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

__device__ bool within(int r, int c, int rows, int cols) {
    return 0 <= r && r < rows && 0 <= c && c < cols;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float tile[TILE + 2 * RADIUS][TILE + 2 * RADIUS];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;

    for (int r = threadIdx.y; r < TILE + 2 * RADIUS; r += TILE) {
        for (int c = threadIdx.x; c < TILE + 2 * RADIUS; c += TILE) {
            const int y = (int)(blockIdx.y * TILE) + r - RADIUS;
            const int x = (int)(blockIdx.x * TILE) + c - RADIUS;
            if (within(y, x, rows, cols))
                tile[r][c] = image[y * cols + x];
        }
    }
    __syncthreads();

    if (within(row, col, rows, cols)) {
        float total = 0.0f;
        for (int dr = 0; dr < 2 * RADIUS + 1; ++dr) {
            for (int dc = 0; dc < 2 * RADIUS + 1; ++dc) {
                total += tile[threadIdx.y + dr][threadIdx.x + dc] * mask[dc][dr];
            }
        }
        result[row * cols + col] = total;
    }
}
