#define N (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float p[N][N];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;

    for (int i = ty; i < N; i += TILE)
        for (int j = tx; j < N; j += TILE) {
            int r = row - ty + i - RADIUS, c = col - tx + j - RADIUS;
            p[i][j] = 0.0f;
            if (r >= 0 && r < rows && c >= 0 && c < cols)
                p[i][j] = image[r * cols + c];
        }
    __syncthreads();

    if (row < rows && col < cols) {
        float t = 0.0f;
        // merkezden -RADIUS .. +RADIUS
        for (int dr = -RADIUS; dr <= RADIUS; dr++)
            for (int dc = -RADIUS; dc < RADIUS; dc++)
                t += mask[dr + RADIUS][dc + RADIUS] * p[ty + dr + RADIUS][tx + dc + RADIUS];
        result[row * cols + col] = t;
    }
}
