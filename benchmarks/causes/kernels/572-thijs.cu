// Thijs: rand van het plaatje meteen bij het laden afhandelen
#define W (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float stuk[W][W];
    const int tx = threadIdx.x, ty = threadIdx.y;

    for (int r = ty; r < W; r += TILE) {
        for (int c = tx; c < W; c += TILE) {
            int y = (int)(blockIdx.y * TILE) + r - RADIUS;
            int x = (int)(blockIdx.x * TILE) + c - RADIUS;
            y = min(max(y, 0), rows - 1);
            x = min(max(x, 0), cols - 1);
            stuk[r][c] = image[y * cols + x];
        }
    }
    __syncthreads();

    const int y = blockIdx.y * TILE + ty;
    const int x = blockIdx.x * TILE + tx;
    if (y >= rows || x >= cols)
        return;
    float som = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r)
        for (int c = 0; c <= 2 * RADIUS; ++c)
            som += mask[r][c] * stuk[ty + r][tx + c];
    result[y * cols + x] = som;
}
