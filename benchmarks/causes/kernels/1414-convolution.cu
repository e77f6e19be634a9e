#define W (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float s[W * W];

    int tid = threadIdx.y * TILE + threadIdx.x;
    int left = blockIdx.x * TILE - RADIUS;
    int top = blockIdx.y * TILE - RADIUS;

    // all threads of the block fill the tile, one after the other
    for (int k = tid; k < W * W; k += TILE * TILE) {
        int gy = top + k / W;
        int gx = left + k % W;
        float v = 0;
        if (gy >= 0 && gy < rows && gx < cols)
            v = image[gy * cols + gx];
        s[k] = v;
    }
    __syncthreads();

    int col = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    if (col < cols && row < rows) {
        float sum = 0;
        for (int r = 0; r <= 2 * RADIUS; r++)
            for (int c = 0; c <= 2 * RADIUS; c++)
                sum += mask[r][c] * s[(threadIdx.y + r) * W + threadIdx.x + c];
        result[row * cols + col] = sum;
    }
}
