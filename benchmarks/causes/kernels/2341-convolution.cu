__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

namespace {
const int SIDE = TILE + 2 * RADIUS;
const int DIAM = 2 * RADIUS + 1;

__device__ float pixel(const float *image, int r, int c, int rows, int cols) {
    if (r < 0 || r >= rows) return 0;
    if (c < 0 || c >= cols) return 0;
    return image[r * cols + c];
}
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float area[SIDE * SIDE];

    int me = threadIdx.y * TILE + threadIdx.x;
    int firstRow = (int)(blockIdx.y * TILE) - RADIUS;
    int firstCol = (int)(blockIdx.x * TILE) - RADIUS;
    for (int k = me; k < SIDE * SIDE; k += TILE * TILE)
        area[k] = pixel(image, firstRow + k / SIDE, firstCol + k % SIDE, rows, cols);
    __syncthreads();

    int row = firstRow + RADIUS + threadIdx.y;
    int col = firstCol + RADIUS + threadIdx.x;
    if (row < rows && col < cols) {
        const float *line = area + threadIdx.y * SIDE + threadIdx.x;
        float acc = 0;
        for (int r = 0; r < DIAM; ++r, line += SIDE)
            for (int c = 0; c < DIAM; ++c)
                acc += line[c] * mask[c][r];
        result[row * cols + col] = acc;
    }
}
