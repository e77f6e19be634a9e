__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

// flat copy of the block's window, loaded by all threads in turns
extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    const int W = TILE + 2 * RADIUS;
    __shared__ float win[W * W];

    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;
    if (x >= cols || y >= rows)
        return;

    const int x0 = blockIdx.x * TILE - RADIUS;
    const int y0 = blockIdx.y * TILE - RADIUS;

    for (int e = threadIdx.y * TILE + threadIdx.x; e < W * W; e += TILE * TILE)
    {
        const int ix = x0 + e % W;
        const int iy = y0 + e / W;
        const bool ok = ix >= 0 && iy >= 0 && ix < cols && iy < rows;
        win[e] = ok ? image[iy * cols + ix] : 0.0f;
    }
    __syncthreads();

    float acc = 0.0f;
    const float *line = win + threadIdx.y * W + threadIdx.x;
    for (int r = 0; r < 2 * RADIUS + 1; ++r, line += W)
        for (int c = 0; c < 2 * RADIUS + 1; ++c)
            acc += mask[r][c] * line[c];

    result[y * cols + x] = acc;
}
