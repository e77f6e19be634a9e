__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define WIDE (TILE + 2 * RADIUS)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[WIDE * WIDE];

    int top = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    // the block's threads, numbered through, fill the part
    for (int i = threadIdx.y * TILE + threadIdx.x; i < WIDE * WIDE; i += TILE * TILE) {
        int r = top + i / WIDE;
        int c = left + i % WIDE;
        bool inside = r >= 0 && r < rows && c < cols;
        part[i] = inside ? image[r * cols + c] : 0.0f;
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols) return;

    float sum = 0;
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            sum += mask[r][c] * part[(threadIdx.y + r) * WIDE + threadIdx.x + c];
    result[row * cols + col] = sum;
}
