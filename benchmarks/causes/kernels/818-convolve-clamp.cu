__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define S (TILE + RADIUS + RADIUS)

// value of the image at (r, c)
__device__ float pixel(const float *image, int r, int c, int rows, int cols)
{
    r = min(max(r, 0), rows - 1);
    c = min(max(c, 0), cols - 1);
    return image[r * cols + c];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float sh[S][S];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int col = blockIdx.x * TILE + tx;
    const int row = blockIdx.y * TILE + ty;

    for (int dy = 0; ty + dy < S; dy += TILE)
        for (int dx = 0; tx + dx < S; dx += TILE)
            sh[ty + dy][tx + dx] = pixel(image, row + dy - RADIUS, col + dx - RADIUS, rows, cols);

    __syncthreads();

    if (row < rows && col < cols) {
        float out = 0;
        for (int r = 0; r < 5; r++)
            for (int c = 0; c < 5; c++)
                out += sh[ty + r][tx + c] * mask[r][c];
        result[row * cols + col] = out;
    }
}
