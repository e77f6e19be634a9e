__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

__device__ float pixel(const float *image, int r, int c, int rows, int cols) {
    if (r < 0 || c < 0 || r >= rows || c >= cols)
        return 0.f;
    return image[r * cols + c];
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    const int SIDE = TILE + 2 * RADIUS;
    __shared__ float tile[TILE + RADIUS][TILE + 2 * RADIUS];

    int tx = threadIdx.x, ty = threadIdx.y;
    int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;

    for (int y = ty; y < SIDE; y += TILE)
        for (int x = tx; x < SIDE; x += TILE)
            tile[y][x] = pixel(image, y0 + y - RADIUS, x0 + x - RADIUS, rows, cols);
    __syncthreads();

    if (y0 + ty < rows && x0 + tx < cols) {
        float s = 0.f;
        #pragma unroll
        for (int i = 0; i < 2 * RADIUS + 1; i++) {
            #pragma unroll
            for (int j = 0; j < 2 * RADIUS + 1; j++)
                s += mask[j][i] * tile[ty + i][tx + j];
        }
        result[(y0 + ty) * cols + x0 + tx] = s;
    }
}
