__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define WINDOW (TILE + 2 * RADIUS)

__device__ float pixel(const float *image, int rows, int cols, int r, int c)
{
    r = min(max(r, 0), rows - 1);
    c = min(max(c, 0), cols - 1);
    return image[r * cols + c];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float window[WINDOW][WINDOW];
    int top = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    for (int r = threadIdx.y; r < WINDOW; r += TILE)
        for (int c = threadIdx.x; c < WINDOW; c += TILE)
            window[r][c] = pixel(image, rows, cols, top + r, left + c);
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            sum += mask[r][c] * window[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = sum;
}
