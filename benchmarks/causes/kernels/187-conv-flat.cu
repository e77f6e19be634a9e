#define SIDE TILE + 2 * RADIUS

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float patch[SIDE * SIDE];

    int x0 = blockIdx.x * TILE - RADIUS;
    int y0 = blockIdx.y * TILE - RADIUS;
    int tid = threadIdx.y * TILE + threadIdx.x;

    // all threads together fill the patch
    for (int i = tid; i < SIDE * SIDE; i += TILE * TILE) {
        int y = y0 + i / SIDE;
        int x = x0 + i % SIDE;
        if (y >= 0 && y < rows && x >= 0 && x < cols)
            patch[i] = image[y * cols + x];
        else
            patch[i] = 0.0f;
    }
    __syncthreads();

    int col = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    if (row >= rows || col >= cols)
        return;

    float acc = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            acc += mask[r][c] * patch[(threadIdx.y + r) * SIDE + threadIdx.x + c];
    result[row * cols + col] = acc;
}
