// mistake: The part is loaded below and right of the image
// group: boundaries
// expect: out-of-bounds
// hint: outside-the-image
#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[SIDE][SIDE];
    int top = blockIdx.y * TILE - RADIUS, left = blockIdx.x * TILE - RADIUS;

    for (int r = threadIdx.y; r < SIDE; r += TILE)
        for (int c = threadIdx.x; c < SIDE; c += TILE) {
            int row = top + r, col = left + c;
            bool inside = row >= 0 && col >= 0;
            part[r][c] = inside ? image[row * cols + col] : 0.0f;  // HERE
        }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r)
        for (int c = 0; c <= 2 * RADIUS; ++c)
            sum += mask[r][c] * part[threadIdx.y + r][threadIdx.x + c];
    if (row < rows && col < cols)
        result[row * cols + col] = sum;
}
