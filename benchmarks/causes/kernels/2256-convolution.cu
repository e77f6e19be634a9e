__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define SIDE (TILE + 2 * RADIUS)

// one element of the image, for any coordinates
__device__ float pixel(const float *image, int r, int c, int rows, int cols) {
    bool inside = r >= 0 && r < rows && c >= 0 && c < cols;
    return inside ? image[r * cols + c] : image[min(max(r, 0), rows - 1) * cols + min(max(c, 0), cols - 1)];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float patch[SIDE][SIDE];

    int top = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    for (int r = threadIdx.y; r < SIDE; r += TILE)
        for (int c = threadIdx.x; c < SIDE; c += TILE)
            patch[r][c] = pixel(image, top + r, left + c, rows, cols);
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    float total = 0.0f;
#pragma unroll
    for (int r = 0; r <= 2 * RADIUS; r++)
#pragma unroll
        for (int c = 0; c <= 2 * RADIUS; c++)
            total += mask[r][c] * patch[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = total;
}
