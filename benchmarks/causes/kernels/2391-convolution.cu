__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

namespace {
constexpr int SIZE = 2 * RADIUS + 1;
constexpr int PAD = TILE + SIZE - 1;

__device__ float pixel(const float *image, int r, int c, int rows, int cols) {
    if (r < 0 || c < 0 || r >= rows || c >= cols) return 0.f;
    return image[r * cols + c];
}
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float s[PAD][PAD];
    int tx = threadIdx.x, ty = threadIdx.y;
    int firstRow = blockIdx.y * TILE, firstCol = blockIdx.x * TILE;

    for (int i = ty; i < PAD; i += TILE)
        for (int j = tx; j < PAD; j += TILE)
            s[i][j] = pixel(image, firstRow + i - RADIUS, firstCol + j - RADIUS, rows, cols);
    __syncthreads();

    float acc = 0.f;
    for (int i = 0; i < SIZE; ++i) {
        const float *line = &s[ty + i][tx];
        for (int j = 0; j < SIZE; ++j)
            acc += line[j] * mask[SIZE - 1 - i][SIZE - 1 - j];
    }

    if (firstRow + ty < rows && firstCol + tx < cols)
        result[(firstRow + ty) * cols + firstCol + tx] = acc;
}
