__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define SIDE (TILE + 2 * RADIUS)
#define PIXEL(r, c) image[r * cols + c]

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float near[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;

    for (int dy = ty; dy < SIDE; dy += TILE)
    {
        for (int dx = tx; dx < SIDE; dx += TILE)
        {
            bool y_ok = y0 + dy >= RADIUS && y0 + dy - RADIUS < rows;
            bool x_ok = x0 + dx > RADIUS && x0 + dx - RADIUS < cols;
            near[dy][dx] = (y_ok && x_ok) ? PIXEL(y0 + dy - RADIUS, x0 + dx - RADIUS) : 0.0f;
        }
    }
    __syncthreads();

    if (x0 + tx < cols && y0 + ty < rows)
    {
        float sum = 0.0f;
        for (int r = -RADIUS; r <= RADIUS; r++)
            for (int c = -RADIUS; c <= RADIUS; c++)
                sum += mask[r + RADIUS][c + RADIUS] * near[ty + RADIUS + r][tx + RADIUS + c];
        result[(y0 + ty) * cols + x0 + tx] = sum;
    }
}
