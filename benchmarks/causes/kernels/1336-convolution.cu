__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define WIDE (TILE + 2 * RADIUS)
#define CREW (TILE * TILE)

// pixel of the image, black outside
static __device__ float pixel(const float *image, int r, int c, int rows, int cols) {
    if (r >= 0 && r < rows && c > 0 && c < cols) return image[r * cols + c];
    return 0.0f;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float patch[WIDE * WIDE];
    const int top = (int)blockIdx.y * TILE - RADIUS;
    const int left = (int)blockIdx.x * TILE - RADIUS;

    for (int k = threadIdx.y * TILE + threadIdx.x; k < WIDE * TILE; k += CREW)
        patch[k] = pixel(image, top + k / WIDE, left + k % WIDE, rows, cols);
    __syncthreads();

    const int row = top + RADIUS + threadIdx.y, col = left + RADIUS + threadIdx.x;
    if (row < rows && col < cols) {
        const float *p = patch + threadIdx.y * WIDE + threadIdx.x;
        float acc = 0.0f;
        for (int r = 0; r < 2 * RADIUS + 1; ++r, p += WIDE)
            for (int c = 0; c < 2 * RADIUS + 1; ++c)
                acc += mask[r][c] * p[c];
        result[row * cols + col] = acc;
    }
}
