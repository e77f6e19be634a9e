#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float s[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int y0 = blockIdx.y * TILE - RADIUS;
    int x0 = blockIdx.x * TILE - RADIUS;

    // alle Elemente der Kachel mit Rand, der Reihe nach auf die Threads verteilt
    for (int e = ty * TILE + tx; e < SIDE * SIDE; e += TILE * TILE) {
        int r = e / SIDE, c = e % TILE;
        int y = y0 + r, x = x0 + c;
        s[r][c] = (y >= 0 && y < rows && x >= 0 && x < cols) ? image[y * cols + x] : 0.0f;
    }
    __syncthreads();

    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    if (row >= rows || col >= cols)
        return;
    float sum = 0.0f;
    for (int r = 0; r < 2 * RADIUS + 1; r++)
        for (int c = 0; c < 2 * RADIUS + 1; c++)
            sum += mask[r][c] * s[ty + r][tx + c];
    result[row * cols + col] = sum;
}
