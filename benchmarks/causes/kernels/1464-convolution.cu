__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define W (TILE + 2 * RADIUS)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float s[W * (TILE + RADIUS)];

    int me = threadIdx.y * TILE + threadIdx.x;
    int top = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    for (int k = me; k < W * W; k += TILE * TILE) {
        int row = top + k / W;
        int col = left + k % W;
        bool ok = row >= 0 && row < rows && col >= 0 && col < cols;
        s[k] = ok ? image[row * cols + col] : 0.0f;
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols) return;

    float sum = 0;
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            sum += mask[r][c] * s[(threadIdx.y + r) * W + threadIdx.x + c];
    result[row * cols + col] = sum;
}
