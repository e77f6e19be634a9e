#define W (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float patch[W][W];

    // corner of the patch in the image
    const int x0 = blockIdx.x * TILE - RADIUS;
    const int y0 = blockIdx.y * TILE - RADIUS;

    for (int y = threadIdx.y; y < W; y += TILE)
        for (int x = threadIdx.x; x < W; x += TILE) {
            const int gy = y0 + y, gx = x0 + x;
            const bool inside = gy >= 0 && gx > 0 && gy < rows && gx < cols;
            patch[y][x] = inside ? image[gy * cols + gx] : 0.0f;
        }
    __syncthreads();

    const int col = blockIdx.x * TILE + threadIdx.x;
    const int row = blockIdx.y * TILE + threadIdx.y;
    if (row >= rows || col >= cols) return;

    float sum = 0.0f;
#pragma unroll
    for (int r = 0; r <= 2 * RADIUS; r++)
#pragma unroll
        for (int c = 0; c <= 2 * RADIUS; c++)
            sum += mask[r][c] * patch[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = sum;
}
