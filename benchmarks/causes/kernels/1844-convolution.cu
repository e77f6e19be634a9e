#define WIDTH (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[WIDTH][WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int firstRow = blockIdx.y * TILE - RADIUS;
    const int firstCol = blockIdx.x * TILE - RADIUS;

    for (int r = ty; r < WIDTH; r += TILE) {
        for (int c = tx; c < TILE + RADIUS; c += TILE) {
            const int y = firstRow + r;
            const int x = firstCol + c;
            const bool inside = y >= 0 && y < rows && x >= 0 && x < cols;
            part[r][c] = inside ? image[y * cols + x] : 0.0f;
        }
    }
    __syncthreads();

    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;
    if (row >= rows || col >= cols)
        return;

    float sum = 0.0f;
#pragma unroll
    for (int r = 0; r < 2 * RADIUS + 1; ++r)
#pragma unroll
        for (int c = 0; c < 2 * RADIUS + 1; ++c)
            sum += mask[r][c] * part[ty + r][tx + c];
    result[row * cols + col] = sum;
}
