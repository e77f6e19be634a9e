#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

static __device__ bool inside(int y, int x, int rows, int cols) {
    return y * cols + x >= 0 && y * cols + x < rows * cols;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[SIDE][SIDE];

    const int id = threadIdx.y * TILE + threadIdx.x;
    const int top = blockIdx.y * TILE - RADIUS;
    const int left = blockIdx.x * TILE - RADIUS;

    for (int e = id; e < SIDE * SIDE; e += TILE * TILE) {
        const int sy = e / SIDE;
        const int sx = e % SIDE;
        const int y = top + sy;
        const int x = left + sx;
        part[sy][sx] = inside(y, x, rows, cols) ? image[y * cols + x] : 0.0f;
    }
    __syncthreads();

    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    if (!inside(row, col, rows, cols))
        return;

    float acc = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r)
        for (int c = 0; c <= 2 * RADIUS; ++c)
            acc += mask[r][c] * part[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = acc;
}
