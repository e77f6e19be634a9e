#define SIDE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float window[SIDE][SIDE];

    int top = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    for (int k = threadIdx.y * TILE + threadIdx.x; k < SIDE * SIDE; k += TILE * TILE) {
        int wr = k / TILE;
        int wc = k % SIDE;
        int r = top + wr;
        int c = left + wc;
        bool in = r >= 0 && r < rows && c >= 0 && c < cols;
        window[wr][wc] = in ? image[r * cols + c] : 0.0f;
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    float acc = 0.0f;
    for (int r = 0; r < 2 * RADIUS + 1; r++)
        for (int c = 0; c < 2 * RADIUS + 1; c++)
            acc += mask[r][c] * window[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = acc;
}
