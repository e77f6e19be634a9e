__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

struct Image {
    const float *p;
    int rows, cols;

    __device__ float pixel(int r, int c) const
    {
        r = max(0, min(r, rows - 1));
        c = max(0, min(c, cols - 1));
        return p[r * cols + c];
    }
};

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    constexpr int W = TILE + 2 * RADIUS;
    __shared__ float near[W][W];

    const Image img = {image, rows, cols};
    const int y0 = blockIdx.y * TILE;
    const int x0 = blockIdx.x * TILE;

    for (int v = threadIdx.y; v < W; v += TILE)
        for (int u = threadIdx.x; u < W; u += TILE)
            near[v][u] = img.pixel(y0 + v - RADIUS, x0 + u - RADIUS);

    __syncthreads();

    const int y = y0 + threadIdx.y;
    const int x = x0 + threadIdx.x;
    if (y < rows && x < cols) {
        float sum = 0.f;
        for (int dy = -RADIUS; dy <= RADIUS; ++dy)
            for (int dx = -RADIUS; dx <= RADIUS; ++dx)
                sum += mask[RADIUS + dy][RADIUS + dx] * near[threadIdx.y + RADIUS + dy][threadIdx.x + RADIUS + dx];
        result[y * cols + x] = sum;
    }
}
