// Convolucao 5x5, com halo na memoria partilhada
#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float bloco[SIDE][SIDE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int y0 = blockIdx.y * TILE - RADIUS;
    int x0 = blockIdx.x * TILE - RADIUS;

    for (int r = ty; r < SIDE; r += TILE) {
        for (int c = tx; c < SIDE; c += TILE) {
            int y = y0 + r;
            int x = x0 + c;
            // perto da borda
            int yy = min(max(y, 0), rows - 1);
            int xx = min(max(x, 0), cols - 1);
            bloco[r][c] = image[yy * cols + xx];
        }
    }
    __syncthreads();

    int row = y0 + RADIUS + ty;
    int col = x0 + RADIUS + tx;
    if (row >= rows || col >= cols)
        return;
    float s = 0.0f;
    for (int r = 0; r < 2 * RADIUS + 1; ++r)
        for (int c = 0; c < 2 * RADIUS + 1; ++c)
            s += mask[r][c] * bloco[ty + r][tx + c];
    result[row * cols + col] = s;
}
