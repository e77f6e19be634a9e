#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float s[SIDE][SIDE];

    const int y0 = blockIdx.y * TILE, x0 = blockIdx.x * TILE;
    const int me = threadIdx.y * TILE + threadIdx.x;

    // all threads in one line, until the whole part is there
    for (int i = me; i < SIDE * SIDE; i += TILE * TILE) {
        const int dy = i / SIDE, dx = i % TILE;
        const int y = y0 + dy - RADIUS, x = x0 + dx - RADIUS;
        float v = 0.0f;
        if (y >= 0 && y < rows && x >= 0 && x < cols)
            v = image[y * cols + x];
        s[dy][dx] = v;
    }
    __syncthreads();

    const int y = y0 + threadIdx.y, x = x0 + threadIdx.x;
    if (y >= rows || x >= cols)
        return;

    float sum = 0.0f;
    for (int r = 0; r < 2 * RADIUS + 1; ++r)
        for (int c = 0; c < 2 * RADIUS + 1; ++c)
            sum += mask[r][c] * s[threadIdx.y + r][threadIdx.x + c];
    result[y * cols + x] = sum;
}
