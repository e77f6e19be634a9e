__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define SIDE (TILE + 2 * RADIUS)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float window[TILE + RADIUS][TILE + RADIUS];

    int col = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    int top = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    for (int k = threadIdx.y * TILE + threadIdx.x; k < SIDE * SIDE; k += TILE * TILE) {
        int wy = k / SIDE;
        int wx = k % SIDE;
        int iy = top + wy;
        int ix = left + wx;
        bool inside = iy >= 0 && iy < rows && ix >= 0 && ix < cols;
        window[wy][wx] = inside ? image[iy * cols + ix] : 0.0f;
    }
    __syncthreads();

    if (row >= rows || col >= cols) return;

    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            sum += mask[r][c] * window[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = sum;
}
