__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define EDGE (TILE + 2 * RADIUS)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float patch[EDGE * EDGE];

    const int top = blockIdx.y * TILE - RADIUS;
    const int left = blockIdx.x * TILE - RADIUS;

    for (int e = threadIdx.y * TILE + threadIdx.x; e < EDGE * EDGE; e += TILE * TILE) {
        int r = min(max(top + e / EDGE, 0), rows - 1);
        int c = min(max(left + e % EDGE, 0), cols - 1);
        patch[e] = image[r * cols + c];
    }
    __syncthreads();

    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols) return;

    const float *corner = patch + threadIdx.y * EDGE + threadIdx.x;
    float acc = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            acc += mask[r][c] * corner[r * EDGE + c];
    result[row * cols + col] = acc;
}
