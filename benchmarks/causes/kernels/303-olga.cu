#define DIAM (2 * RADIUS + 1)
#define W    (TILE + DIAM - 1)

__constant__ float mask[DIAM][DIAM];

__device__ float pixel(const float *img, int r, int c, int rows, int cols)
{
    return r < 0 || c < 0 || r >= rows || c >= cols ? 0.0f : img[r * cols + c];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float sh[W * W];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;

    for (int r = 0; threadIdx.y + r < W; r += TILE)
        for (int c = 0; threadIdx.x + c < W; c += TILE)
            sh[(threadIdx.y + r) * W + threadIdx.x + c] =
                pixel(image, row + r - RADIUS, col + c - RADIUS, rows, cols);
    __syncthreads();

    // the middle of this thread's 5 x 5 window
    const float *mid = &sh[(threadIdx.y + RADIUS) * W + threadIdx.x + RADIUS];
    float acc = 0.0f;
    for (int dy = -RADIUS; dy < RADIUS; ++dy)
        for (int dx = -RADIUS; dx <= RADIUS; ++dx)
            acc += mask[dy + RADIUS][dx + RADIUS] * mid[dy * W + dx];

    if (row < rows && col < cols)
        result[row * cols + col] = acc;
}
