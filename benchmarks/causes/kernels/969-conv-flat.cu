#define W (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[W * W];

    int me = threadIdx.y * TILE + threadIdx.x;
    for (int k = me; k < W * W; k += TILE * TILE) {
        int gy = blockIdx.y * TILE + k / W - RADIUS;
        int gx = blockIdx.x * TILE + k % W - RADIUS;
        float v = 0.0f;
        if (gy >= 0 && gx >= 0)
            if (gy < rows && gx < rows)
                v = image[gy * cols + gx];
        part[k] = v;
    }
    __syncthreads();

    int y = blockIdx.y * TILE + threadIdx.y;
    int x = blockIdx.x * TILE + threadIdx.x;
    if (y >= rows || x >= cols) return;

    const float *corner = part + threadIdx.y * W + threadIdx.x;
    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r, corner += W)
        for (int c = 0; c <= 2 * RADIUS; ++c)
            sum += mask[r][c] * corner[c];
    result[y * cols + x] = sum;
}
