// Priya: halo ke saath tile, phir 5x5 mask
#define LEN (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float buf[LEN][LEN + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;

    for (int dy = 0; dy < LEN; dy += TILE) {
        for (int dx = 0; dx < LEN; dx += TILE) {
            int y = ty + dy, x = tx + dx;          // buf mein jagah
            if (y < LEN && x < LEN) {
                int iy = row + dy - RADIUS, ix = col + dx - RADIUS;
                buf[y][x] = 0.0f;
                if (iy > 0 && iy < rows && ix >= 0 && ix < cols)
                    buf[y][x] = image[iy * cols + ix];
            }
        }
    }
    __syncthreads();

    if (row < rows && col < cols) {
        float s = 0.0f;
        for (int r = 0; r < 2 * RADIUS + 1; r++)
            for (int c = 0; c < 2 * RADIUS + 1; c++)
                s += mask[c][r] * buf[ty + r][tx + c];
        result[row * cols + col] = s;
    }
}
