#define W (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float bild[W][W];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int xOut = blockIdx.x * TILE + tx;
    const int yOut = blockIdx.y * TILE + ty;

    for (int dy = ty; dy < W; dy += TILE) {
        for (int dx = tx; dx < W; dx += TILE) {
            int gy = blockIdx.y * TILE + dy - RADIUS;
            int gx = blockIdx.x * TILE + dx - RADIUS;
            float v = 0.0f;
            if (gy < rows && gx < cols)
                v = image[gy * cols + gx];
            bild[dy][dx] = v;
        }
    }
    __syncthreads();

    if (yOut < rows && xOut < cols) {
        float sum = 0.0f;
        #pragma unroll
        for (int r = 0; r < 2 * RADIUS + 1; ++r)
            #pragma unroll
            for (int c = 0; c < 2 * RADIUS + 1; ++c)
                sum += mask[r][c] * bild[ty + r][tx + c];
        result[yOut * cols + xOut] = sum;
    }
}
