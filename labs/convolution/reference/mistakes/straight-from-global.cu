// mistake: Every thread loads all its elements itself
// group: requirements
// expect: requirement
// hint: loaded-too-often
#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r)
        for (int c = 0; c <= 2 * RADIUS; ++c) {
            int y = row + r - RADIUS, x = col + c - RADIUS;
            if (y >= 0 && y < rows && x >= 0 && x < cols)
                sum += mask[r][c] * image[y * cols + x];  // HERE
        }
    if (row < rows && col < cols)
        result[row * cols + col] = sum;
}
