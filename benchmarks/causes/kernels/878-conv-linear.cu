__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define WIDTH (TILE + 2 * RADIUS)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float in[WIDTH][WIDTH];

    const int top = blockIdx.y * TILE - RADIUS;
    const int left = blockIdx.x * TILE - RADIUS;

    int id = threadIdx.y * TILE + threadIdx.x;
    for (; id < WIDTH * WIDTH; id += TILE * TILE) {
        const int r = id / WIDTH;
        const int c = id % TILE;
        if (0 <= top + r && top + r < rows && 0 <= left + c && left + c < cols)
            in[r][c] = image[(top + r) * cols + left + c];
        else
            in[r][c] = 0;
    }
    __syncthreads();

    const int row = top + RADIUS + threadIdx.y;
    const int col = left + RADIUS + threadIdx.x;
    if (row >= rows || col >= cols) return;

    float total = 0;
    for (int r = 0; r <= 2 * RADIUS; ++r)
        for (int c = 0; c <= 2 * RADIUS; ++c)
            total += mask[r][c] * in[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = total;
}
