__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

__device__ float pixel(const float *image, int r, int c, int rows, int cols)
{
    bool inside = r >= 0 && r < rows && c >= 0 && c < cols;
    return inside ? image[r * cols + c] : 0;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    constexpr int MASK = 2 * RADIUS + 1;
    constexpr int SIDE = TILE + MASK - 1;
    __shared__ float s[SIDE][SIDE];

    const int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    const int row = top + threadIdx.y, col = left + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    for (int r = threadIdx.y; r < SIDE; r += TILE)
        for (int c = threadIdx.x; c < SIDE; c += TILE)
            s[r][c] = pixel(image, top + r - RADIUS, left + c - RADIUS, rows, cols);
    __syncthreads();

    float acc = 0;
    for (int i = 0; i < MASK * MASK; ++i)
        acc += mask[i / MASK][i % MASK] * s[threadIdx.y + i / MASK][threadIdx.x + i % MASK];
    result[row * cols + col] = acc;
}
