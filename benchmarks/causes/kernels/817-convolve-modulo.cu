__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

constexpr int SIDE = TILE + 2 * RADIUS;
constexpr int CELLS = SIDE * SIDE;

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float win[CELLS];

    int firstRow = int(blockIdx.y) * TILE - RADIUS;
    int firstCol = int(blockIdx.x) * TILE - RADIUS;

    // all threads of the block fill the window together
    for (int cell = threadIdx.y * TILE + threadIdx.x; cell < CELLS; cell += TILE * TILE) {
        int wr = cell / SIDE;
        int wc = cell % TILE;
        int gr = firstRow + wr;
        int gc = firstCol + wc;
        bool ok = gr >= 0 && gr < rows && gc >= 0 && gc < cols;
        win[cell] = ok ? image[gr * cols + gc] : 0.0f;
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols) return;

    float total = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r) {
        const float *line = win + (threadIdx.y + r) * SIDE + threadIdx.x;
        for (int c = 0; c <= 2 * RADIUS; ++c)
            total += mask[r][c] * line[c];
    }
    result[row * cols + col] = total;
}
