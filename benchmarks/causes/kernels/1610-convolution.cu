__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

constexpr int WIDE = TILE + 2 * RADIUS;

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[(TILE + RADIUS) * (TILE + RADIUS)];

    int me = threadIdx.y * TILE + threadIdx.x;
    int top = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    for (int e = me; e < WIDE * WIDE; e += TILE * TILE) {
        int r = top + e / WIDE;
        int c = left + e % WIDE;
        bool in = r >= 0 && r < rows && c >= 0 && c < cols;
        part[e] = in ? image[r * cols + c] : 0.0f;
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols) return;

    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            sum += mask[r][c] * part[(threadIdx.y + r) * WIDE + threadIdx.x + c];
    result[row * cols + col] = sum;
}
