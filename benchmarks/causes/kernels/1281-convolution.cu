__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

// 田中 美咲
#define SIDE TILE + 2 * RADIUS

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float patch[SIDE * SIDE];

    int x0 = blockIdx.x * TILE;
    int y0 = blockIdx.y * TILE;

    for (int r = threadIdx.y; r < SIDE; r += TILE) {
        int y = y0 + r - RADIUS;
        for (int c = threadIdx.x; c < SIDE; c += TILE) {
            int x = x0 + c - RADIUS;
            float pixel = 0.0f;
            if (y >= 0 && y < rows && x >= 0 && x < cols)
                pixel = image[y * cols + x];
            patch[r * SIDE + c] = pixel;
        }
    }
    __syncthreads();

    int x = x0 + threadIdx.x;
    int y = y0 + threadIdx.y;
    if (x >= cols || y >= rows)
        return;

    float total = 0.0f;
#pragma unroll
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            total += mask[r][c] * patch[(threadIdx.y + r) * SIDE + threadIdx.x + c];
    result[y * cols + x] = total;
}
